//--blockDim=32 --gridDim=[4,1]
// Names of annotations that users of GPUVerify know, in CUDA.
#if __BLOCK_DIM_0 != 32 || __GRID_DIM_1 != 1 || !defined(__1D_THREAD_BLOCK) || __WARP_SIZE != 32
#error sizes
#endif
DECLARE_UF_BINARY(op, unsigned, unsigned, unsigned)

__global__ void names(unsigned *a, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = op(n, 2u);
    __unsafe_assert(__dominator_enabled());
    unsigned x = op(n, 2u);
    assert(a[i] == x);
    __assert(__ptr_base(a + i) == __ptr_base(a));
    __assert(__uniform_int(__ite_int(n > 3u, 1, 2)));
}
