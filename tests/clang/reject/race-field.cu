// Two threads write one field of one element.

/*@ kernel requires gridDim.x == 1 && blockDim.x == 2 && p.length == 1;
    requires tid == 0 ==> Perm(p[0].x, write);
    requires tid == 1 ==> Perm(p[0].y, write);
@*/
__global__ void k(int2 *p) {
    if (threadIdx.x == 0) p[0].x = 1;
    if (threadIdx.x == 1) p[0].y = p[0].x;
//                                 ^^^^ error load:insufficient-permission
}

/*@ kernel requires gridDim.x == 1 && blockDim.x == 2;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void tile(int2 *p) {
    __shared__ int2 s[2];
    s[threadIdx.x].x = 1;
    __syncthreads();
    s[threadIdx.x].y = s[1 - threadIdx.x].x;
//                     ^^^^^^^^^^^^^^^^^^ error load:insufficient-permission
}
