// Code that asks for a size expects both answers.

__global__ void block(const float *x, float *o) {
  __shared__ float s[256];
  __shared__ float r[1024];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  r[t] = t;
//^^^^ error store:data-race
  if (blockDim.x <= 256) { s[t] = x[g]; __syncthreads(); r[t] += s[blockDim.x - 1 - t]; __syncthreads(); }
  o[g] = r[blockDim.x - 1 - t];
}

__global__ void grid(float *x, float *o) {
  __shared__ float s[256];
  __shared__ float p[64];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (gridDim.x <= 64) { if (t == 0) p[blockIdx.x] = 1; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}
