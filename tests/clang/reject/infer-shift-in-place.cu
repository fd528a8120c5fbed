// A thread reads the element that the next one writes.

__global__ void shift(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) a[i] = a[i + 1];
//                 ^^^^ error store:data-race
}
