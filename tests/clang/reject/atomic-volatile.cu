// A flag that is read as `volatile` is a race in C, which some devices order nevertheless.

__global__ void k(int *x, volatile int *flag, int *plain) {
    if (blockIdx.x == 0) {
        x[0] = 1;
        __threadfence();
        *flag = 1;
    } else {
        while (flag[0] == 0) {}
        while (*(volatile int *)plain == 0) {}
        flag[1] += x[0];
    }
}
