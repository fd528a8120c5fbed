// Sums in annotations that do not overflow, results that are vectors, and invariants for many threads.

__kernel void bytes(__global uchar *a, __global int *out, int n, int m) {
    __requires(__add_noovfl_unsigned_char_3(a[0], a[0], 1) && n >= 0 && n < 1000 && m == 5);
    __assert(a[0] <= 127);
    __assert(__add_noovfl_int(n, m) == n + 5);
    __assert(__add_noovfl_unsigned_int_4(n, m, 1, 2));
    out[get_global_id(0)] = a[0];
}

__kernel void counts(__global int *out, int n) {
    for (int i = 0; __invariant(__implies(i < n, __add_noovfl_int(i, 1) <= n)), i < n; i++) { }
    out[get_global_id(0)] = 0;
}

__kernel void long_sums(__global ulong *out, ulong n) {
    __requires(__add_noovfl_unsigned_long_20(n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n, n));
    __assert(20 * n / 20 == n && n <= 922337203685477580ul);
    out[get_global_id(0)] = n;
}

int4 four(int a) {
    __ensures(__return_val_int4().x == a && __return_val_int4().w == 0);
    return (int4)(a, 1, 2, 0);
}
__kernel void vectors(__global int *out) {
    int4 v = four(3);
    __assert(v.x == 3);
    out[get_global_id(0)] = v.x;
}

__kernel void invariants(__local int *s, __global int *out) {
    int i = get_local_id(0);
    s[i] = 2 * i;
    __barrier_invariant_13(s[get_local_id(0)] == 2 * get_local_id(0), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
                           get_local_size(0) - 1 - i);
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(s[get_local_size(0) - 1 - i] == 2 * (get_local_size(0) - 1 - i));
    out[get_global_id(0)] = 0;
}
