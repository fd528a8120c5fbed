// References are not supported yet.

__device__ void reset(int &x) {
//                    ^^^^^^ error c.unsupported
    x = 0;
}

__global__ void k(int *a) {
    reset(a[0]);
}
