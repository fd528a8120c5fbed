// With `NDEBUG`, an assertion of the code is nothing, as the header of C says each time when it is included.
#define NDEBUG
#include <cassert>

/*@ context tid < x.length ** Perm(x[tid], write);
    ensures x[tid] == \old(x[tid]);
@*/
__global__ void none(int *x) {
    assert(x[blockIdx.x * blockDim.x + threadIdx.x]++ > 5);
}
