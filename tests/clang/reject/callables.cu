// What goes wrong in functions that are called as values.

__device__ void here(int *a, int x) { a[threadIdx.x + blockIdx.x * blockDim.x] = x; }
__device__ void first(int *a, int x) { a[0] = x; }
//                                     ^^^^ error store:data-race

__global__ void choice(int *a, int n) {
    void (*store)(int *, int) = n == 7 ? first : here;
    store(a, 1);
}

__global__ void copied(int *a) {
    int y = 3;
    auto f = [=]() { return y; };
    y = 4;
    int x = f();
    //@ assert x == 4;
//             ^^^^^^ error assert:condition-false
    a[threadIdx.x + blockIdx.x * blockDim.x] = x;
}

__global__ void referred(int *a) {
    int y = 3;
    auto f = [&]() { return y; };
    y = 4;
    int x = f();
    //@ assert x == 3;
//             ^^^^^^ error assert:condition-false
    a[threadIdx.x + blockIdx.x * blockDim.x] = x;
}

__global__ void race(int *a) {
    auto store = [=](int j) { a[j] = threadIdx.x; };
//                            ^^^^ error store:data-race
    store(threadIdx.x / 2);
}

__global__ void diverges(int *a) {
    auto meet = [](bool all) { if (all) __syncthreads(); };
//                                 ^^^ error barrier.divergence:non-uniform
    meet(threadIdx.x < 3);
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

__global__ void unset(int *a) {
    int y;
    auto f = [&]() { return y; };
//                          ^ error expression:uninitialised
    a[threadIdx.x + blockIdx.x * blockDim.x] = f();
}
