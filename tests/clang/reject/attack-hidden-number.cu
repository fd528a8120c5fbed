// A special value must stay possible although the code has many other numbers, and if it needs 64 bits.

__global__ void many(const float *x, float *o, int mode, int which) {
  __shared__ float s[256];
  __shared__ float lut[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  float r = 0;
  s[t] = t;
//^^^^ error store:data-race
  lut[t] = x[g];
  switch (mode) {
    case 10: r = 1; break;
    case 20: r = 2; break;
    case 30: r = 3; break;
    case 40: r = 4; break;
    case 50: r = 5; break;
    case 60: r = 6; break;
    case 70: r = 7; break;
    case 80: r = 8; break;
    case 90: r = 9; break;
    case 110: r = 10; break;
    case 120: r = 11; break;
    case 130: r = 12; break;
  }
  if (which != 999999) { __syncthreads(); r += lut[which]; }
  o[g] = r + s[blockDim.x - 1 - t];
}

__global__ void greatest(const float *x, float *o, unsigned long long which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != 0xffffffffffffffffull) { s[t] = x[which]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}

__global__ void least(const float *x, float *o, long long which) {
  __shared__ float s[256];
  int t = threadIdx.x;
  int g = blockIdx.x * blockDim.x + t;
  s[t] = t;
//^^^^ error store:data-race
  if (which != (-9223372036854775807LL - 1)) { s[t] = x[which]; __syncthreads(); }
  o[g] = s[blockDim.x - 1 - t];
}
