// What is not known of functions that move bits, and of the clock.

__global__ void bytes(unsigned int *a, unsigned int s) {
    a[threadIdx.x] = __byte_perm(1u, 2u, s);
//                   ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[threadIdx.x] = __byte_perm(1u, 2u, 0x8888u);
//                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void wrong(unsigned int *a) {
    unsigned int one = __brev(1u);
    //@ assert one == 1;
//             ^^^^^^^^ error assert:condition-false
    a[threadIdx.x + blockIdx.x * blockDim.x] = one;
}

// Threads read the clock at different times, and so does one thread.
__global__ void diverges(int *a) {
    if (clock() > 100) __syncthreads();
//      ^^^^^^^^^^^^^ error barrier.divergence:non-uniform
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}

__global__ void twice(int *a) {
    long long first = clock64();
    long long second = clock64();
    //@ assert first == second;
//             ^^^^^^^^^^^^^^^ unknown assert:condition-false
    a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
