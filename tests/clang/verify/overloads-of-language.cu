// Overloads of the user stand beside functions of the language.
struct pair {
    int a, b;
};

__device__ int max(pair p, pair q) {
    return 7;
}

namespace own {
__device__ int __popc(unsigned int x) {
    return 5;
}
}  // namespace own

/*@ context tid < x.length ** Perm(x[tid], write);
    ensures x[tid] == 14;
@*/
__global__ void k(int *x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = max(9, 4) + own::__popc(0);
}
