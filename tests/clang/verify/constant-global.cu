// A constant at the top of the file has the value of its initialiser.

constexpr int limit = 10;
const int step = 3;

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 13;
@*/
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = limit + step;
}
