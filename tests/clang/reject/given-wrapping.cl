//--local_size=64 --num_groups=1 --overflow=wrap
__kernel void next(__global int *a, int n) {
    int m = n + 1;
    __assert(m > n);
    if (n > 5) {
        a[n + 2147483600 + get_local_id(0)] = 1;
    }
    a[0] = n / (m - m);
}
