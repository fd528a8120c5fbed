// A kernel, a function, a structure and an annotation in an included file.
#pragma once
struct pair {
    int a, b;
};
static __device__ int sum(const pair &p) {
    return p.a + p.b;
}

/*@ requires tid < p.length && tid < out.length && 0 <= p[tid].a && p[tid].a < 5 && p[tid].b == 1;
    context Perm(p[tid], read) ** Perm(out[tid], write);
    ensures out[tid] == p[tid].a + 1;
@*/
__global__ void add(const pair *p, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    /*@ assert p[i].b == 1; @*/
    out[i] = sum(p[i]);
}
