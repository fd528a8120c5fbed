// Nobody has written a permission here, so that one is missing refutes no clause. The clauses are true, and not proved.

/*@ requires n == tcount;
    ensures tid + 1 < n ==> a[tid + 1] == 0; @*/
//                          ^^^^^^^^^^ unknown contract.well-formed:unframed
__global__ void ofThread(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 0;
}

__global__ void ofLoop(int *a, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = 5;
  __syncthreads();
  int c = 0;
  for (int i = 0; __invariant(s[0] == 5), i < n; i++) c = 1;
//                            ^^^^ unknown contract.well-formed:unframed
  a[blockIdx.x * blockDim.x + threadIdx.x] = c;
}

/*@ kernel requires a.length == tcount;
    kernel ensures (\forall int i; 0 <= i && i < tcount; a[i] == 0); @*/
//                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.postcondition:condition-false
__global__ void ofLaunch(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = 0;
}

/*@ group ensures (\forall int i; 0 <= i && i < gsize; a[gid * gsize + i] == n); @*/
//                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown group.postcondition:condition-false
__global__ void ofGroup(int *a, int n) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = n;
}

__global__ void ofBarrier(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 7;
  /*@ ensures s[0] == 7; @*/
//            ^^^^^^^^^ unknown barrier.transfer:condition-false
  __syncthreads();
  a[blockIdx.x * blockDim.x + t] = s[0];
}
