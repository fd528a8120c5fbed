// The order in which the arguments of a call are computed is open.

__device__ int first(int x, int y) {
    return x;
}

__global__ void k(int n) {
    int i = 0;
    int x = first(i = 1, i = 2);
//                       ^^^^^ error c.unsequenced
}
