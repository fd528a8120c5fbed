// Limits have exactly the values of the device.
#include <cstdint>
#include <limits>

/*@ context tid < x.length ** Perm(x[tid], write); @*/
__global__ void k(int *x) {
    assert(INT_MAX == 2147483647 && INT_MIN + 1 == -2147483647 && UINT_MAX == 4294967295u);
    assert(INT64_MAX == 9223372036854775807l && UINT64_MAX == 18446744073709551615u && USHRT_MAX == 65535);
    char digits[std::numeric_limits<float>::digits10];
    char width[std::numeric_limits<long>::digits];
    assert(sizeof(digits) == 6 && sizeof(width) == 63);
    x[blockIdx.x * blockDim.x + threadIdx.x] = CHAR_BIT;
}
