// A negative offset must stay possible for which a loop with a barrier has code.

__global__ void k(const float *x, float *o, int off) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  float r = 0;
  s[t] = t;
//^^^^ error store:data-race
  for (int k = 0; k < 4; k++) {
    if (k < -off) r += s[blockDim.x - 1 - t];
//          ^^^^ error expression:overflow
    else r += x[k + off];
    __syncthreads();
  }
  o[g] = r;
}
