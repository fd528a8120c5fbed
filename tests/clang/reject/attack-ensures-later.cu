// In helpers, too; and `__old_int` keeps what was.
__device__ int ahead(unsigned *p) {
    __requires(*p == 7);
    __ensures(__ffs(*p) == 1 && __return_val_int() == 0);
//            ^^^^^^^^^^^^^^ error assert:condition-false
    *p = 8;
    return 0;
}

__global__ void helper(unsigned *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 7;
    int r = ahead(a + i);
}

__global__ void old(int *a) {
    __ensures(__old_int(__clz(a[blockIdx.x * blockDim.x + threadIdx.x])) == 31);
//            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    __requires(a[blockIdx.x * blockDim.x + threadIdx.x] == 3);
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
