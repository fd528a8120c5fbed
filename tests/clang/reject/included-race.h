__global__ void race(int *a) {
    a[0] = threadIdx.x;
}
