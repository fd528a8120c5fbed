// Functions of the libraries of C and C++: what does not hold of them.
#include <algorithm>
#include <cmath>
__global__ void k(float x, int n) {
    if (n == 0) assert(isfinite(x));
//              ^^^^^^ error assert:condition-false
    float s, c;
    sincosf(x, &s, &c);
    if (n == 1) assert(s == c);
//              ^^^^^^ unknown assert:condition-false
    if (n == 1) assert(s == sinf(x));
//              ^^^^^^ unknown assert:condition-false
    if (n > 2) assert(std::min(n, 3) == n);
//             ^^^^^^ error assert:condition-false
}
