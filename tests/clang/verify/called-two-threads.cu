// Claims about two threads of a block with several dimensions.
__global__ void numbers(int *a, int w) {
    __requires(__uniform_int(w) && blockDim.x == 8 && blockDim.y == 4);
    int i = threadIdx.y * 8 + threadIdx.x;
    __assert(__distinct_int(i));
    __assert(__exclusive(threadIdx.x == 1 && threadIdx.y == 2));
    __assert(__uniform_int(blockIdx.x * w));
}
