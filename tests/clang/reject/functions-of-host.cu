// Functions of the libraries of C and C++: what does not hold of them.
#include <algorithm>
#include <cmath>
__global__ void kinds(float x) {
    assert(!isnan(x));
//  ^^^^^^ error assert:condition-false
}

__global__ void least(int n) {
    assert(std::min(n, 3) == n);
//  ^^^^^^ error assert:condition-false
}

__global__ void waves(float x, int n) {
    float s, c;
    sincosf(x, &s, &c);
    if (n == 0) assert(s == c);
//              ^^^^^^ unknown assert:condition-false
    if (n == 1) assert(s == sinf(x));
//              ^^^^^^ unknown assert:condition-false
}
