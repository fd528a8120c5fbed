// A pointer that the threads of a block share. What one thread has given it is not known behind a barrier.

__global__ void region(float *lattice) {
    __shared__ float *start;
    if (threadIdx.x == 0) {
        start = lattice + blockIdx.x;
        float *same = start;
        assert(same - lattice == blockIdx.x);
    }
    __syncthreads();
    float *any = start;
}
