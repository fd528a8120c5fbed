// A division in a divisor fails, and not the division around it.

__global__ void k(int *a, int i, int j, int n) {
  __requires(j >= 1 && j < 1000 && i >= 0 && i < 1000);
  int t = threadIdx.x;
  a[blockIdx.x * blockDim.x + t] = 7 / (i * i - 2 * j * j - (0 / n));
//                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown expression:division-by-zero
//                                                               ^ error expression:division-by-zero
}
