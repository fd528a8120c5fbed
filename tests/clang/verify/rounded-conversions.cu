// Conversions with a direction of rounding, and limits of numbers.
// trusted
#include <limits>

__global__ void directions() {
    assert(__float2int_rn(2.5f) == 2 && __float2int_rz(-2.5f) == -2);
    assert(__float2int_ru(2.25f) == 3 && __float2int_rd(-2.25f) == -3);
    assert(lrintf(3.5f) == 4 && llrint(-0.5) == 0);
    assert(__int2float_rz(16777217) == 16777216.0f && __int2float_ru(16777217) == 16777218.0f);
    assert(__double2float_rd(0.1) < 0.1 && __double2float_ru(0.1) > 0.1);
    assert(__float2uint_rn(4294967040.0f) == 4294967040u);
}

__global__ void inRange(const float *x, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    int rounded = __float2int_rd(v);
    if (v >= 0.0f && v < 10.0f) {
        assert(0 <= rounded && rounded < 10);
    }
    out[i] = rounded;
}

template <typename T> __global__ void limits(T *out) {
    T most = std::numeric_limits<T>::max();
    T least = std::numeric_limits<T>::lowest();
    assert(least < most);
    out[blockIdx.x * blockDim.x + threadIdx.x] = most;
}

__global__ void values() {
    int most = std::numeric_limits<int>::max();
    short least = std::numeric_limits<short>::min();
    assert(most == 2147483647 && least == -32768);
    float infinite = std::numeric_limits<float>::infinity();
    double step = std::numeric_limits<double>::epsilon();
    assert(infinite > 3e38f && step == 0x1p-52);
}

void host() {
    limits<short><<<1, 1>>>(nullptr);
    limits<double><<<1, 1>>>(nullptr);
}
