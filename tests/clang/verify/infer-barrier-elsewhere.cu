// What is fixed on the command line, or by a requirement, is not contradicted by a condition for another mode.
__global__ void modes(const int *c, int n, int mode) {
  __requires(mode == 2 && n == -1);
  int z = 0;
  if (mode == 1) z = c[n];
  else __syncthreads();
}
