// Inferred conditions must not demand that a loop has an iteration: what happens without one goes wrong here.

#include <assert.h>

__global__ void uninitialised(int *y, int *o, int n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int c;
  for (int i = 0; i < n; i++) { y[g * n + i] = i; c = i; }
  o[g] = c;
//       ^ error expression:uninitialised
}

__global__ void asserted(int *y, int n) {
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < n; i++) { y[g * n + i] = i; }
  assert(n != 0);
//^^^^^^ error assert:condition-false
}

__global__ void barrier(float *y, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  for (int i = 0; i < n; i++) {
    y[g * n + i] = i;
    __syncthreads();
  }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void inclusive(const float *x, float *o, int first) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  for (int j = 0; j <= first; j++) { s[t] = x[first]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void quotient(const float *x, float *o, int n) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  int steps = n / 4;
  for (int i = 0; i < steps; i++) { s[t] += x[n - 4 + i]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void list(const int *head, const float *x, float *o) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  int h = head[blockIdx.x];
  while (h != -1) { s[t] = x[head[blockIdx.x]]; h = -1; __syncthreads(); }
//                         ^^^^^^^^^^^^^^^^^^^ unknown load:out-of-bounds
  o[g] = s[blockDim.x - 1 - t];
}
