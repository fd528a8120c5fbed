// Functions of the libraries of C and C++ in kernels.
#include <algorithm>
#include <cmath>
__global__ void k(float x, int n) {
    assert(std::max(n, 3) >= 3 && std::min(2, n) <= n);
    float s, c;
    sincosf(x, &s, &c);
    //@ assert s === s;
    float again, other;
    sincosf(x, &again, &other);
    //@ assert s === again && c === other;
    assert(!isnan(1.0f) && isfinite(1.0f) && !isinf(1.0f) && isinf(1.0f / 0.0f));
    if (isfinite(x)) assert(!isnan(x) && !isinf(x));
}
