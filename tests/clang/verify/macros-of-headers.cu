// A header defines its macros when it is included, and not earlier: a program may ask whether they are defined.
#ifndef FLT_MAX
#define FLT_MAX 1.0f
#endif
#ifdef PRId64
#error "this macro is of a header that is not included"
#endif

/*@ context tid < x.length ** Perm(x[tid], write);
    ensures x[tid] == 1.0f;
@*/
__global__ void k(float *x) {
    x[blockIdx.x * blockDim.x + threadIdx.x] = FLT_MAX;
}
