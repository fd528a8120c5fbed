// Preconditions as calls limit the launches and the arguments.
__global__ void rows(float *a, int pitch) {
    __requires(pitch == blockDim.x);
    __requires(gridDim.x == 1);
    for (int i = 0; i < 10; i++) {
        a[pitch * i + threadIdx.x] *= 2.0f;
    }
}

__global__ void two(int *a, int n) {
    int i = threadIdx.x;
    __global_requires(__is_pow2(n) && n > 0 && n <= 1024);
    __requires(__implies(n > 1, blockDim.x == 64));
    __requires(__ite(n == 1, gridDim.x == 1, gridDim.x == 1));
    a[i] = n;
    __ensures(a[i] == n);
}
