// Several elements at each step of a loop whose stride is the number of threads. The index is a multiple of the counter.

__kernel void pairs(__global int *a, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        a[2 * i] = 0;
        a[2 * i + 1] = i;
    }
}

__kernel void parts(__global unsigned *a, unsigned low, unsigned n) {
    for (unsigned i = low / 4 + get_global_id(0); i < n / 4; i += get_global_size(0)) {
        a[4 * i] = 0;
        a[4 * i + 1] = 1;
    }
}

__kernel void every_third(__global const int *from, __global int *to, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        to[3 * i] = from[5 * i + 2];
    }
}
