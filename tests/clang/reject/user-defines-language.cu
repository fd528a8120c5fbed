// A user's own definition of a function of the language counts, and not the language's.
__host__ __device__ int __popc(unsigned int x) {
    return 3;
}

//@ context tid < x.length ** Perm(x[tid], write);
__global__ void k(int *x) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = __popc(0);
    //@ assert x[i] == 3;
    //@ assert x[i] == 0;
//             ^^^^^^^^^ error assert:condition-false
}
