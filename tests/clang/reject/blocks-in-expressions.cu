// Blocks in expressions: their declarations are executed.
#define LESSER(a, b) ({ int first = (a); int second = (b); first < second ? first : second; })

__global__ void wrong(int n) {
    int x = LESSER(n, 4);
    assert(x < 4);
//  ^^^^^^ error assert:condition-false
}

__global__ void divides(int n) {
    int x = ({ int y = 4 / n; y; });
//                         ^ error expression:division-by-zero
}

__global__ void loop(int n) {
    int x = ({ int y = 0; for (int i = 0; i < n; i++) y++; y; });
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

template <typename T> __constant__ T weights[4];
template <typename T> __global__ void outside(T *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = weights<T>[4];
//                                               ^^^^^^^^^^^^^ error load:out-of-bounds
}

void host() {
    outside<float><<<1, 1>>>(nullptr);
}
