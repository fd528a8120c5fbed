// Each thread writes the element of its partner, whose number differs in one bit, so no two threads have one partner.

/*@ kernel requires blockDim.x == 64 && gridDim.x == 1 && a.length == 64;
    context Perm(a[\xor(u32, tid, 4)], write);
    ensures a[\xor(u32, tid, 4)] == tid;
@*/
__global__ void exchange(int *a) {
    unsigned i = threadIdx.x;
    a[i ^ 4u] = i;
}
