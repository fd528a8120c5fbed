// Threads race for `which == -1`, where no barrier stands between the accesses. The condition `0 <= which` would hide
// that, and is needed for other values only.
__global__ void k(const float *x, float *z, int which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int i = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != -1) {
    s[t] = x[which];
    __syncthreads();
  }
  z[i] = s[blockDim.x - 1 - t];
}
