// A pitch of 0 means one that is too small by 1, so that rows overlap.
/*@ kernel requires 1 < w && w < 1000 && h < 1000; @*/
__global__ void k(float *x, int w, int h, int pitch) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (pitch == 0) pitch = w - 1;
  if (c < w && r < h) {
    x[r * pitch + c] = c;
//  ^^^^^^^^^^^^^^^^ error store:data-race
  }
}
