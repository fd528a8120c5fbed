// The sizes contradict what other modes need. What they need is demanded of launches in these modes only.
//--blockDim=64 --gridDim=2 --kernel-args=divides,-1,2 --no-inline
__global__ void divides(const int *c, int n, int mode) {
  int z = 0;
  if (mode == 1) z = c[n - 1];
  else if (mode == 3) z = 10 / n;
}
