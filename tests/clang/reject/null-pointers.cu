// An access through a null pointer is an error.

__device__ int element(const int *a, int i) { return a[i]; }
//                                                   ^^^^ error load:out-of-bounds

__global__ void argument(int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = element(nullptr, 0);
}

__global__ void moved(int *out) {
    int *p = nullptr;
    out[blockIdx.x * blockDim.x + threadIdx.x] = *(p + 5);
//                                               ^^^^^^^^ error load:out-of-bounds
}

__global__ void setInOneBranch(int *a, int n) {
    int *p = nullptr;
    if (n > 0) {
        p = a;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) p[0] = 1;
//                                           ^^^^ error store:out-of-bounds
//                                           ^^^^ unknown contract.well-formed:out-of-bounds
}

__global__ void movedBefore(int *a, int n, long by) {
    int *p = nullptr;
    if (n > 0) {
        p = a;
    }
    p += by;
    if (blockIdx.x == 0 && threadIdx.x == 0) *p = 1;
//                                           ^^ unknown contract.well-formed:out-of-bounds
}

// Whether a parameter is null is up to the host program.
__global__ void neverNull(int *a) {
    assert(a != nullptr);
//  ^^^^^^ error assert:condition-false
}

__global__ void alwaysNull(int *a) {
    assert(a == NULL);
//  ^^^^^^ error assert:condition-false
}

// An array without elements need not be null.
__global__ void withoutElements(int *a, bool *b) {
    if (a) {
        //@ assert a.length > 0;
//                 ^^^^^^^^^^^^ error assert:condition-false
    }
}

struct Two { int *x; int n; };
__global__ void inAStructure(Two two) {
    if (two.x) two.x[0] = 1;
//      ^^^^^ error c.unsupported
}
