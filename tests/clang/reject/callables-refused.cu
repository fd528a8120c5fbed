// Functions as values where Sepal does not know what is called, and lambdas that it does not read.

typedef int (*operation)(int);
struct Table {
    operation f;
};

__device__ int twice(int x) { return x; }
__device__ operation chosen(int n) { return twice; }
__device__ operation global = twice;

__global__ void parameter(int *a, operation f) {
//                                ^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(3);
}

__global__ void unset(int *a) {
    operation f;
//  ^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(3);
}

__global__ void assigned(int *a, int n) {
    operation f = twice;
    if (n > 3) f = nullptr;
//             ^ error c.unsupported
//                 ^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(3);
}

__global__ void fromCall(int *a, int n) {
    operation f = chosen(n);
//                ^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(3);
}

__global__ void table(int *a, int n) {
    operation all[2] = {twice, twice};
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = all[n & 1](3);
//                   ^^^^^^^^^^ error c.unsupported
}

__global__ void ofProgram(int *a) {
    a[threadIdx.x] = global(3);
}

__global__ void changes(int *a) {
    int y = 3;
    auto f = [y]() mutable { return y++ & 7; };
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f() + f();
}

__global__ void captures(int *a) {
    int y = 3;
    auto f = [z = y + 1]() { return z; };
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f();
}

__global__ void array(int *a) {
    int y[2] = {1, 2};
    auto f = [y](int i) { return y[i]; };
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(1);
}

__global__ void generic(int *a) {
    auto f = [](auto x) { return x; };
//           ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = f(1);
}

__global__ void known(int *a, int n) {
    operation f = twice;
    if (f) a[threadIdx.x] = 1;
//      ^ error c.unsupported
}
//! error c.unsupported 10:1:35
