// An argument and elements that mean "none" by one value. Conditions on other values are demanded of those alone, so that
// the kernels are proved for the special value, too.
__global__ void one(const float *x, float *z, int which) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0;
  if (which != -1) {
    value = x[which];
  }
  z[i] = value;
}

__global__ void last(const float *x, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 0) {
    z[i] = x[n - 1];
  }
}

__global__ void neighbours(const int *list, const float *x, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int j = 0; j < 4; j++) {
      int other = list[i * 4 + j];
      if (other != -1) sum += x[other];
    }
    z[i] = sum;
  }
}

__global__ void gather(const int *from, const float *x, float *z, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && from[i] != -1) z[i] = x[from[i]];
}
