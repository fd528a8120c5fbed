// Two names of one variable.
extern __device__ int x __asm__("g");
//                              ^^^ error c.unsupported
extern __device__ int y __asm__("g");
//                              ^^^ error c.unsupported
__global__ void k(int *p) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
        x = 1;
        y = 2;
        int z = x;
        /*@ assert z == 1; @*/
    }
}
