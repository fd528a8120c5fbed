// Each block of CUDA reverses its part of an array through shared memory.
//
// The thread writes an element into `tile`, waits, and reads the element at the other end of `tile`. At the barrier it
// gives its element of `tile` away, with the fact what is in it, and receives the element that it reads.

#define BLOCK 256

/*@ kernel requires blockDim.x == 256 && tcount <= in.length && tcount <= out.length;
    context Perm(in[tid], read) ** Perm(in[blockIdx.x * 256 + (255 - threadIdx.x)], read);
    context Perm(out[tid], write);
    requires Perm(tile[threadIdx.x], write);
    ensures out[tid] == in[blockIdx.x * 256 + (255 - threadIdx.x)];
@*/
__global__ void reverse(const int *in, int *out) {
    __shared__ int tile[BLOCK];
    int here = threadIdx.x;
    int there = BLOCK - 1 - here;
    int i = blockIdx.x * blockDim.x + here;
    tile[here] = in[i];
    /*@ requires Perm(tile[threadIdx.x], write) ** tile[threadIdx.x] == in[tid];
        context Perm(in[tid], read) ** Perm(in[blockIdx.x * 256 + (255 - threadIdx.x)], read);
        context Perm(out[tid], write);
        ensures Perm(tile[255 - threadIdx.x], read);
        ensures tile[255 - threadIdx.x] == in[blockIdx.x * 256 + (255 - threadIdx.x)];
    @*/
    __syncthreads();
    out[i] = tile[there];
}
