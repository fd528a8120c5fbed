// Iterations without barrier stand between those with one.

__global__ void k(int *x_) {
    __shared__ int s[64];
    int t = threadIdx.x, x = 0;
    s[t] = t; __syncthreads();
    for (int i = 0; i < 3; i++) if (i % 2 == 0) { x = s[t]; __syncthreads(); s[t ^ 1] = x; }
//                                                                           ^^^^^^^^ error store:data-race
    x_[blockIdx.x * blockDim.x + t] = x;
}
