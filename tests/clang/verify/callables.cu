// Functions as values: pointers to functions that are known, and lambdas.

__device__ int twice(int x) { return 2 * (x & 15); }
__device__ int thrice(int x) { return 3 * (x & 15); }
__device__ void put(int *a, int x) { a[threadIdx.x + blockIdx.x * blockDim.x] = x; }
__device__ void putOne(int *a, int x) { a[threadIdx.x + blockIdx.x * blockDim.x] = 1; }
__device__ int apply(int (*f)(int), int x) { return f(x); }
template <typename F> __device__ int with(F f, int x) { return f(x); }
template <typename F> __device__ int withReference(const F &f, int x) { return f(x); }
typedef int (*operation)(int);

__global__ void pointers(int *a, int n) {
    int (*f)(int) = n > 3 ? twice : &thrice;
    operation g = thrice;
    int x = f(2);
    //@ assert n > 3 ==> x == 4;
    //@ assert n <= 3 ==> x == 6;
    int y = apply(twice, 3) + (*g)(1) + with(thrice, 2);
    //@ assert y == 15;
    void (*store)(int *, int) = n == 7 ? put : putOne;
    store(a, x + y);
}

__global__ void lambdas(int *a, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int y = 3;
    auto sees = [&](int x) { return (x & 15) + y; };
    auto keeps = [=](int x) -> int { return (x & 15) + y; };
    auto sets = [&y](int x) { y = x; };
    y = 5;
    int first = sees(1), second = keeps(1);
    //@ assert first == 6;
    //@ assert second == 4;
    sets(7);
    //@ assert y == 7;
    int third = with(sees, 1) + withReference(keeps, 1);
    //@ assert third == 12;
    auto store = [=](int x) { a[i] = x; };
    store([](int x) { return x & 1; }(n));
}

// A lambda in a loop has copies of each iteration.
__global__ void inLoop(int *a) {
    int sum = 0;
    for (int k = 0; k < 3; k++) {
        auto f = [k]() { return k; };
        int before = k;
        int got = f();
        //@ assert got == before;
        sum = got;
    }
    a[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

__global__ void shared(int *a) {
    __shared__ int s[64];
    auto at = [&](int j) -> int { return s[j]; };
    auto meet = [] { __syncthreads(); };
    s[threadIdx.x] = 1;
    meet();
    a[threadIdx.x + blockIdx.x * blockDim.x] = at(63 - threadIdx.x);
}
