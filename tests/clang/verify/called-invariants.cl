// Invariants as calls stand in front of the condition of a loop, or at the start of the body of `do`.
//--local_size=64 --num_groups=4
__kernel void count(__global int *out, int n) {
    __requires(0 <= n && n <= 1000);
    int j = 0, i;
    for (i = 0; __invariant(0 <= i), __assert(i <= n), __invariant(j == 2 * i), i < n; i++) {
        j += 2;
    }
    __assert(j == 2 * n);
    while (__invariant(j >= 0 && j <= 2000), j > 0) {
        j--;
    }
    __assert(j == 0);
    do {
        __invariant(j >= 0);
        __candidate_invariant(j < 5);
        __assert(j <= 9);
        j++;
    } while (j < 10);
    __assert(j == 10);
    out[get_global_id(0)] = j;
}

// The old value of an expression, and the result of a function.
int twice(int x) {
    __requires(0 <= x && x < 1000);
    __ensures(__return_val_int() == 2 * x);
    return x + x;
}

void next(__global int *p, int at) {
    __ensures(p[at] == __old_int(p[at]) + 1);
    __requires(p[at] < 100);
    p[at] = p[at] + 1;
}

__kernel void calls(__global int *out) {
    int i = get_global_id(0);
    out[i] = twice(get_local_id(0));
    __assume(out[i] < 50);
    next(out, i);
    __assert(out[i] == 2 * (int)get_local_id(0) + 1);
}

// An invariant of every loop, and one that holds for all threads.
__kernel void wide(__global int *out, int n) {
    __function_wide_invariant(n <= 100);
    __requires(n <= 100);
    int i = 0;
    while (__global_invariant(i >= 0), i < n) {
        int k = i;
        while (k < n) {
            __assert(k < 100);
            k++;
        }
        i++;
    }
    __global_assert(i >= 0 && __enabled());
    out[get_global_id(0)] = i;
}
