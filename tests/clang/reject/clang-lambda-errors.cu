// A lambda of the host may be executed by a kernel, so an error beside one matters.

template <typename F> __global__ void apply(int *a, F f) {
    a[0] = f(threadIdx.x);
}

int program(int *a) {
    auto f = [] __device__(int i) { return i; };
    not_declared_anywhere(a);
//  ^^^^^^^^^^^^^^^^^^^^^ error c.clang
    apply<<<1, 64>>>(a, f);
    return 0;
}
