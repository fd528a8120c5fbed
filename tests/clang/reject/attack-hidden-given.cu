// Where no tried launch satisfies what a person requires, conditions on what decides are not kept.

/*@ requires n == 3 * m + 7 && m == 5 * p + 211; @*/
__global__ void k(const int *x, int *o, int n, int m, int p, int which) {
  __shared__ int s[256];
  int t = threadIdx.x;
  int v = x[which + 1];
//        ^^^^^^^^^^^^ error load:out-of-bounds
//          ^^^^^^^^^ error expression:overflow
  int f = which == -1 ? 2 : 1;
  s[t / f] = v;
//^^^^^^^^ unknown group.resources:two-writers
  __syncthreads();
  o[blockIdx.x * blockDim.x + t] = s[t];
}
