// A function of the file is not that of a file of specifications, whatever its name is, and an annotation does not take
// one for the other.

__device__ int clamp(int x, int low, int high) { return x + low + high; }

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void k(int *a) {
    int c = clamp(4, 0, 2);
    //@ assert c <= 2;
//             ^^^^^^ error assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = c;
}

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void named(int *a) {
    int c = clamp(4, 0, 2);
    //@ assert c == clamp(4, 0, 2);
//                  ^^^^^ error resolve.unknown-function
    a[blockIdx.x * blockDim.x + threadIdx.x] = c;
}
