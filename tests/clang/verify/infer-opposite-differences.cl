// Each difference is not negative where control comes to it: the conditions of the launch must not say so for both.

__kernel void halves(__global int *a, int m, int n) {
    int i = get_global_id(0);
    if (m >= n >> 1) a[m - (n >> 1) + i] = i;
    else a[(n >> 1) - m - 1 + i] = i;
}

__kernel void two(__global int *a, __global int *b, int m, int n) {
    int i = get_global_id(0), h = n >> 2;
    if (m > h) a[m - h - 1 + i] = i;
    if (m < h) b[h - m - 1 + i] = i;
}

__kernel void negative(__global int *a, int n) {
    int i = get_global_id(0);
    if (n < -3) a[i - n] = 1;
}

/*@ requires n < -100 && tcount < 1000000 && n > -1000000; @*/
__kernel void required(__global int *a, int n) {
    a[(int)get_global_id(0) - n] = 1;
}
