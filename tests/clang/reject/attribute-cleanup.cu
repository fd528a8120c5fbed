// At the end of the block, `reset` writes `y`: an attribute may call a function.
__device__ void reset(int **p) { **p = 0; }

__global__ void k(int *a) {
    int y = 1;
    {
        int *q __attribute__((cleanup(reset))) = &y;
//                            ^^^^^^^^^^^^^^ error c.unsupported
    }
    /*@ assert y == 1; @*/
}
