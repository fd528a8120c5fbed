// Writes of memory that stays the same while a kernel runs.

__constant__ int c[4];
__device__ const int table[2] = {1, 2};

__global__ void ofFunction() {
    const int x = 3;
    int *p = (int *)&x;
    *p = 4;
//  ^^^^^^ error c.constant
}

__global__ void array() {
    const int z[2] = {3, 4};
    int *p = (int *)z;
    p[1] = 5;
//  ^^^^^^^^ error c.constant
}

__global__ void constantMemory() {
    if (threadIdx.x + blockIdx.x * blockDim.x == 0) {
        c[0] = 1;
//      ^^^^^^^^ error c.constant
    }
}

__global__ void throughPointer() {
    int *p = c;
    atomicAdd(p, 1);
//  ^^^^^^^^^^^^^^^ error c.constant
}

__global__ void declaredConst() {
    int *p = (int *)table;
    if (threadIdx.x + blockIdx.x * blockDim.x == 0) {
        p[0] = 1;
//      ^^^^^^^^ error c.constant
    }
}

__global__ void cached(int *a) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int x = __ldg(&a[i]) & 7;
    a[i] = x + 1;
//  ^^^^^^^^^^^^ error c.constant
    //@ assert a[i] == x + 1;
}

__global__ void outside(int *a) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    a[i] = table[i];
//         ^^^^^^^^ error load:out-of-bounds
}
