// What is not read is named.
int f(int x) {
    x = x + 1;
    __ensures(x > 0);
//  ^^^^^^^^^^^^^^^^ error c.unsupported
    return x;
}

__kernel void places(__global int *a, int n) {
    int i = get_global_id(0);
    if (n > 0) {
        __requires(n > 5);
//      ^^^^^^^^^^^^^^^^^ error c.unsupported
        __global_assert(n > 5);
//      ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    }
    for (int k = 0; __invariant(k++ < n), k < n; k++) {
//                              ^^^^^^^ error c.unsupported
    }
    for (int k = 0; __requires(n > 0), k < n; k++) {
//                  ^^^^^^^^^^^^^^^^^ error c.unsupported
    }
    a[i] = f(n);
}

__kernel void accesses(__global int *a, int n) {
    for (int k = 0; __invariant(__no_write(a)), k < n; k++) {
    }
    __assume(__uniform_int(n));
//           ^^^^^^^^^^^^^ error c.unsupported
    __assert(__old_int(n) == n);
//           ^^^^^^^^^^^^ error c.unsupported
}

int take(__global int *p) {
    return p[0]++;
}

__kernel void late(__global int *p) {
    int x = take(p);
    __ensures(p[0] == __old_int(p[0]) + x - x);
//                    ^^^^^^^^^^^^^^^ error c.unsupported
    int y = 5;
    __requires(y == 5);
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
    __ensures(y == __return_val_int());
//                 ^^^^^^^^^^^^^^^^^^ error c.unsupported
}
