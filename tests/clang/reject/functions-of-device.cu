// A function that is less accurate has no known value, and a read through another cache is a read.
__global__ void k(const float *a, int n) {
    assert(n != 0 || __expf(0.0f) == 1.0f);
//  ^^^^^^ unknown assert:condition-false
    if (n < 0) n = 0;
    float x = __ldg(a + n);
}
