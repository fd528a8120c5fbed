// A special value that a conversion gives must stay possible.

__global__ void constant(const float *x, float *o, int which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != (int)0xffffffffu) { s[t] = x[which]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void compared(const float *x, float *o, int which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if ((unsigned)which != 0xffffffffu) { s[t] = x[which]; __syncthreads(); }
//                                             ^^^^^^^^ error load:out-of-bounds
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void complement(const float *x, float *o, int which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != ~0u) { s[t] = x[which]; __syncthreads(); }
//                           ^^^^^^^^ error load:out-of-bounds
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void narrow(const float *x, float *o, short which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != (short)0xffff) { s[t] = x[which]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void element(const int *head, const float *x, float *o) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (head[g] != (int)0xffffffffu) {
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    o[g] = x[head[g]];
    __syncthreads();
  }
}
