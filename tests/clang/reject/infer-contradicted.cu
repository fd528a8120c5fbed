// The sizes contradict what is inferred for another mode. That shows nothing about the kernel, which is right.
//--blockDim=64 --gridDim=2 --kernel-args=divides,-1,2 --no-inline
__global__ void divides(const int *c, int n, int mode) {
  int z = 0;
  if (mode == 1) z = c[n - 1];
//                   ^^^^^^^^ unknown contract.vacuous:contradictory
  else if (mode == 3) z = 10 / n;
}
