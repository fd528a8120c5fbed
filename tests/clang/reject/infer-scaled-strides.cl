// A third element at each step, which belongs to the next step.

__kernel void pairs(__global int *a, int n) {
    for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        a[2 * i] = 0;
//      ^^^^^^^^ error store:data-race
        a[2 * i + 2] = i;
    }
}
