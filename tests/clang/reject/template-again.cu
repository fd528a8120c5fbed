// An instance of a template of the language that the user declares again, and defines, is not the language's.
template <class T> __host__ __device__ T tex1Dfetch(cudaTextureObject_t object, int x);

__global__ void k(float *x, cudaTextureObject_t t) {
    x[0] = tex1Dfetch<float>(t, 1);
//         ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

template <class T> __host__ __device__ T tex1Dfetch(cudaTextureObject_t object, int x) {
    return T(1);
}
