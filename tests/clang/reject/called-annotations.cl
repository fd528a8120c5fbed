__kernel void wrong(__global int *out, int n) {
    __requires(0 <= n && n <= 1000);
    __ensures(n == 1);
    int j = 0;
    for (int i = 0; __invariant(i < n), i < n; i++) {
//                              ^^^^^ error invariant.entry:condition-false
//                              ^^^^^ error invariant.preserved:condition-false
        j += 2;
    }
    out[get_global_id(0)] = j;
}

__kernel void sum(__global int *out, int n) {
    __requires(0 <= n && n <= 1000);
    __ensures(n == 1);
//            ^^^^^^ error assert:condition-false
    int j = 0;
    for (int i = 0; __invariant(0 <= i && i <= n && j == 2 * i), i < n; i++) {
        j += 2;
    }
    __assert(j == n);
//           ^^^^^^ error assert:condition-false
    do {
        __invariant(j >= 0);
        j--;
    } while (j > 0);
    out[get_global_id(0)] = j;
}

int twice(int x) {
    __requires(x < 1000);
//             ^^^^^^^^ error assert:condition-false
    __ensures(__return_val_int() == 2 * x + 1);
//            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    return x + x;
//         ^^^^^ error expression:overflow
}

__kernel void calls(__global int *out, int n) {
    out[get_global_id(0)] = twice(n);
}

// A precondition says nothing of other launches: these are two groups.
__kernel void groups(__global int *a) {
    __requires(get_num_groups(0) == 2);
    a[get_local_id(0)] = 1;
//  ^^^^^^^^^^^^^^^^^^ error store:data-race
}

// The condition of a candidate is not used.
__kernel void guessed(__global int *a, int n) {
    int i = 0;
    while (__candidate_invariant(i <= 7), i < n) {
        i++;
    }
    __candidate_assert(i <= 7);
    __assert(i <= 7);
//           ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = i;
}

// Bits of negative numbers are those of two's complement.
__kernel void power(__global int *a, int n) {
    __requires(__is_pow2(n));
    __assert(n >= 0);
//           ^^^^^^ error assert:condition-false
    a[get_global_id(0)] = n;
}
