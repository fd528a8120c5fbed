// Where `mode` is not 1, `n` may be negative, and then threads part at the barrier. No condition on `n` hides that.
__global__ void modes(const int *c, int n, int mode) {
  int z = 0;
  if (mode == 1) z = c[n];
  else if (n < 0 && threadIdx.x < 16) __syncthreads();
//         ^^^^^^^^^^^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
}

// The same for an array of a thread.
__global__ void own_array(const int *c, int n, int mode) {
  int z = 0;
  if (mode == 1) z = c[n];
  else if (n < 0) {
    int p[4];
    p[threadIdx.x] = 1;
//  ^^^^^^^^^^^^^^ error store:out-of-bounds
  }
}

// And for data.
__global__ void data(const int *x, const int *idx, int *y, int mode) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (mode == 1) y[i] = x[idx[i]];
//                      ^^^^^^^^^ unknown load:out-of-bounds
  else if (idx[i] < 0) __syncthreads();
//         ^^^^^^^^^^ error barrier.divergence:non-uniform
}

// Groups of another size part at a barrier of their own.
__global__ void sizes(int *a) {
  __shared__ int s[128];
  int t = threadIdx.x;
  int i = t + blockIdx.x * blockDim.x;
  if (blockDim.x <= 128) {
    s[t] = t;
    __syncthreads();
    a[i] = s[blockDim.x - 1 - t];
  } else {
    a[i] = t;
    if (t < 128) {
//      ^^^^^^^ error barrier.divergence:non-uniform
      s[t] = 1;
      __syncthreads();
      a[i] = s[t];
    }
  }
}
