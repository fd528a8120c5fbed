// The barrier between the two phases is missing.

__global__ void rev(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * blockDim.x + t];
//  ^^^^ error store:data-race
    a[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
}
