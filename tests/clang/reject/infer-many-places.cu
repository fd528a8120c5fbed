// A kernel with more places than are tried. No condition on `n` hides the race of the last one.
#define ONE(m) if (mode == (m)) d[i] = (m);
#define FIVE(m) ONE(m) ONE(m + 1) ONE(m + 2) ONE(m + 3) ONE(m + 4)
#define MANY(m) FIVE(m) FIVE(m + 5) FIVE(m + 10) FIVE(m + 15) FIVE(m + 20) FIVE(m + 25) FIVE(m + 30) FIVE(m + 35)
__global__ void many(int *a, int *d, const int *c, int n, int mode) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  MANY(0) MANY(40) MANY(80) MANY(120) MANY(160)
  if (mode == -1) d[i] = c[n];
//                       ^^^^ error load:out-of-bounds
  if (mode == 777 && n < 0) a[0] = i;
//                          ^^^^ error store:data-race
}
