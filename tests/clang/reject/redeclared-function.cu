// A function that the user declares again is not taken for that of the language.
__global__ void before(float *x) {
    x[0] = sinf(x[0]);
//         ^^^^^^^^^^ error c.unsupported
}

extern __device__ __host__ float sinf(float);

__global__ void behind(float *x) {
    x[1] = sinf(x[1]);
//         ^^^^^^^^^^ error c.unsupported
}
