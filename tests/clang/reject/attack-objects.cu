// Effects of constructors, conversions, references to whole objects, and variables that all threads share.
struct value {
    int x;
    __device__ explicit operator bool() const {
        return x != 0;
    }
    __device__ value(int *log) : x(1) {
        log[0] = threadIdx.x;
//      ^^^^^^ error store:data-race
    }
    __device__ value(int a) : x(a) {}
};
struct outer {
    value v;
    int k;
    __device__ outer(int q) : k(q), v(q + 1) {}
};
template <int N> struct sum {
    static __device__ int of() {
        return N + sum<N - 1>::of();
    }
};
template <> struct sum<0> {
    static __device__ int of() {
        return 0;
    }
};
__device__ int shared_by_all;

__global__ void constructs(int *log) {
    value v(log);
}

__global__ void shares(int *out) {
    if (threadIdx.x == 0 && blockIdx.x == 0) shared_by_all = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = shared_by_all;
//                                               ^^^^^^^^^^^^^ error load:data-race
}

__global__ void converts(int n) {
    value v(0), w(5);
    if (v) assert(n < 0);
    if (w) assert(n < 0);
//         ^^^^^^ error assert:condition-false
}

__global__ void refers(int n) {
    outer o(2);
    outer &r = o;
    r.v.x = 7;
    assert(o.v.x == 3);
//  ^^^^^^ error assert:condition-false
}

__global__ void copies(int n) {
    outer o(2), p = o;
    p.v.x = 7;
    assert(p.v.x == o.v.x);
//  ^^^^^^ error assert:condition-false
}

__global__ void instances(int n) {
    assert(sum<4>::of() == 10 && sum<3>::of() == 10);
//  ^^^^^^ error assert:condition-false
}
