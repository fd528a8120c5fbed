// Each warp adds up its 32 numbers with shuffles, and its first lane writes the sum.
//
// Before the step with distance d, a lane that has d - 1 lanes behind it knows the sum of its own number and of those of
// these lanes. The lane at distance d knows the next d numbers, so after the step the lane knows the sum of 2 * d.
//
// Proved, for any number of blocks and any number of warps in a block: no race, no access out of bounds, no overflow,
// all lanes of a warp come to each shuffle, and out[w] is the sum of the numbers of warp w.

/*@ kernel requires blockDim.x % 32 == 0;
    kernel requires in.length == tcount && out.length == gridDim.x * (blockDim.x / 32);
    context (\forall* int k = 0 .. 32; Perm(in[tid - threadIdx.x % 32 + k], read));
    requires (\forall int k = 0 .. 32;
      -1000000 <= in[tid - threadIdx.x % 32 + k] && in[tid - threadIdx.x % 32 + k] <= 1000000);
    context threadIdx.x % 32 == 0 ==> Perm(out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32], write);
    ensures threadIdx.x % 32 == 0 ==>
      out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] == (\sum int k = tid .. tid + 32; in[k]);
@*/
__global__ void warpSums(const int *in, int *out) {
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    //@ assert i == tid;
    int v = in[i];
    /*@ loop_invariant d == 1 || d == 2 || d == 4 || d == 8 || d == 16 || d == 32;
        loop_invariant -1000000 * d <= v && v <= 1000000 * d;
        loop_invariant lane + d <= 32 ==> v == (\sum int k = tid .. tid + d; in[k]);
    @*/
    for (int d = 1; d < 32; d *= 2) {
        int next = __shfl_down_sync(0xffffffff, v, d);
        //@ assert lane + 2 * d <= 32 ==> next == (\sum int k = tid + d .. tid + 2 * d; in[k]);
        v += next;
    }
    if (lane == 0) out[blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32] = v;
}
