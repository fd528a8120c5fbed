// Floats of 16 bits: copies are exact, comparisons are those of the numbers, and functions of equal bits are equal.
// trusted
#include <cuda_fp16.h>

/*@ requires tid < a.length && tid < b.length && tid < c.length;
    context Perm(a[tid], write) ** Perm(b[tid], write) ** Perm(c[tid], write);
    ensures c[tid] === \old(c[tid]);
@*/
__global__ void k(__half *a, half2 *b, const half *c, float x, half h) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = c[i];
    //@ assert a[i] === c[i];
    half p = __float2half(x), q = __float2half(x);
    if (x == x) {
        //@ assert p === q;
    }
    assert(__hgt(p, h) == (__half2float(p) > __half2float(h)));
    bool less = p < h;
    if (less) assert((float)p < (float)h);
    half2 v = b[i], w = __hadd2(v, v);
    assert(w.x == __hadd(v.x, v.x) || __hisnan(w.x));
    w = __hfma2(v, w, __half2half2(h)) + v;
    w.y *= w.x;
    p += q;
    b[i] = __halves2half2(w.y, -p);
    //@ assert b[i].x === w.y;
    a[i] = __ushort_as_half(0x3c00);
    //@ assert a[i] == 15360;
}

__global__ void axpy(int n, half a, const half *x, half *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
