// The host chooses the length of the shared array when it launches the kernel.

/*@ requires blockDim.x <= s.length;
    requires Perm(s[threadIdx.x], write);
    ensures Perm(s[threadIdx.x], write) ** s[threadIdx.x] == n;
@*/
__global__ void k(int n) {
    extern __shared__ int s[];
    s[threadIdx.x] = n;
}
