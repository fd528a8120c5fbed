// A function that the user declares is not taken for that of the language.
__kernel void inside(__global int *x) {
    int max(int a, int b);
//  ^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    x[0] = max(1, 2);
//         ^^^^^^^^^ error c.unsupported
}

__kernel void early(__global int *x) {
    x[0] = clamp(x[0], 1, 2);
//         ^^^^^^^^^^^^^^^^^ error c.unsupported
}

int clamp(int a, int b, int c) {
    return 7;
}
