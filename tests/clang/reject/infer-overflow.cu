// A product of two arguments may overflow, and no number of a thread is in it.

__global__ void k(int *a, int n, int m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int size = n * m;
//             ^^^^^ error expression:overflow
    if (i < size) a[i] = 0;
}
