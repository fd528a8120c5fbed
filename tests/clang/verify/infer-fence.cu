// A fence changes nothing about the permissions of a thread.

__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i;
    __threadfence();
    if (i < n) a[i] = 2;
    __threadfence_block();
    __threadfence_system();
}
