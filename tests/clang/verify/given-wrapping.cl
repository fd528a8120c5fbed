//--local_size=64 --num_groups=1 --overflow=wrap
// Sums of signed integers wrap around, like those of unsigned ones.
__kernel void sum(__global int *a, __global const int *b, int n) {
    int i = get_local_id(0);
    for (int k = 0; k < 10; k++) {
        a[i] += b[i] * n;
        a[i] = -a[i];
    }
    //@ assert \wrap(i32, n + 1) == n + 1 || n == 2147483647;
    int m = n + 1;
    if (n == 2147483647) {
        __assert(m < 0);
    }
}
