// The first thread reads in front of the array.

__global__ void neg(int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) b[i] = a[i - 1];
//                    ^^^^^^^^ error load:out-of-bounds
}
