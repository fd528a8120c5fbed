// A constant function is one of the device, too.

constexpr int width() {
    return undeclared;
//         ^^^^^^^^^^ error c.clang
}

__global__ void bad(int *a) {
    a[0] = threadIdx.x;
}
