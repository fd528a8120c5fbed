// The first thread writes a shared variable, and behind the barrier all threads read it.

/*@ kernel requires blockDim.x == 32 && tcount <= out.length;
    context Perm(out[tid], write);
    requires threadIdx.x == 0 ==> Perm(s[0], write);
    ensures out[tid] == n;
@*/
__global__ void broadcast(int *out, int n) {
    __shared__ int s[1];
    if (threadIdx.x == 0) s[0] = n;
    /*@ requires threadIdx.x == 0 ==> Perm(s[0], write) ** s[0] == n;
        ensures Perm(s[0], read) ** s[0] == n;
    @*/
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];
}
