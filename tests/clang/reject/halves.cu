// Operations on floats of 16 bits are none on their bits: 0 equals -0, and no NaN equals itself.
#include <cuda_fp16.h>

__global__ void zeros() {
    half a = __ushort_as_half(0), b = __ushort_as_half(0x8000);
    assert(!(a == b));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void negative() {
    half a = __ushort_as_half(0xbc00), b = __ushort_as_half(0x3c00);
    assert(a > b);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void sum() {
    half a = __ushort_as_half(1), b = a + a;
    assert(__half_as_ushort(b) == 2);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void itself(half a) {
    assert(a == a);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void truth() {
    half zero = __ushort_as_half(0x8000);
    assert(zero || zero);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void rounds(float x) {
    if (x == x) assert(__half2float(__float2half(x)) == x);
//              ^^^^^^ unknown assert:condition-false
}

__global__ void nans(float x) {
    half a = __float2half(x), b = __float2half(x);
    assert(__half_as_ushort(a) == __half_as_ushort(b));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void commutes(half a, half b) {
    assert(__half_as_ushort(a + b) == __half_as_ushort(b + a));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void lanes(half2 *a) {
    half2 v = a[0], w = __hadd2(v, v);
    assert(__half_as_ushort(w.x) == __half_as_ushort(__hadd(v.y, v.y)));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void steps(half a, half *b) {
    a++;
//  ^^^ error c.unsupported
}

__global__ void race(half *a) {
    a[0] = a[1];
//  ^^^^ error store:data-race
}
