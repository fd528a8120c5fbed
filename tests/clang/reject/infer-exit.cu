// An exit of the loop leads to an access without a barrier.

__global__ void k(int *o, int n) {
    __shared__ int s[1];
    int t = threadIdx.x, x;
    for (int i = 0;; i++) { if (t == 0) s[0] = i; if (i == n) break; __syncthreads(); }
//                   ^^^ unknown expression:overflow
    x = s[0];
//      ^^^^ error load:data-race
    o[blockIdx.x * blockDim.x + t] = x;
}
