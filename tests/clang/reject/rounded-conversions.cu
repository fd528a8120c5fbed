// What is not so of conversions with a direction of rounding.
#include <limits>

__global__ void halfway() {
    assert(__float2int_rn(2.5f) == 3);
//  ^^^^^^ error assert:condition-false
}

__global__ void towardsZero() {
    assert(__float2int_rz(-2.5f) == -3);
//  ^^^^^^ error assert:condition-false
}

// The references of CUDA say for some of these functions only what a float gives that does not fit.
__global__ void tooLarge() {
    assert(__float2int_rn(3e9f) == 2147483647);
//  ^^^^^^ unknown assert:condition-false
}

__global__ void element(const float *x, int *out) {
    out[__float2int_rn(x[0])] = 1;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
}

__global__ void limit() {
    unsigned most = std::numeric_limits<unsigned>::max();
    assert(most == 4294967294u);
//  ^^^^^^ error assert:condition-false
}

// A class of the user may have the same name.
namespace own {
template <typename T> struct numeric_limits { __device__ static T max() { return 1; } };
}
__global__ void ofTheUser() {
    using namespace own;
    int most = own::numeric_limits<int>::max();
    assert(most == 2147483647);
//  ^^^^^^ error assert:condition-false
}
