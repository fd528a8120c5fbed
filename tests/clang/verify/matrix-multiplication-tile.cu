// A block of 4 by 4 threads loads a tile of both matrices into shared memory and multiplies the tiles.

/*@ kernel requires blockDim.x == 4 && blockDim.y == 4 && gridDim.x == 1 && gridDim.y == 1;
    kernel requires a.length == 16 && b.length == 16 && c.length == 16;
    context Perm(a[tid.y * 4 + tid.x], read) ** Perm(b[tid.y * 4 + tid.x], read) ** Perm(c[tid.y * 4 + tid.x], write);
    requires Perm(s[lid.y][lid.x], write) ** Perm(t[lid.y][lid.x], write);
@*/
__global__ void multiply(const float *a, const float *b, float *c) {
    __shared__ float s[4][4];
    __shared__ float t[4][4];
    int x = threadIdx.x;
    int y = threadIdx.y;
    s[y][x] = a[y * 4 + x];
    t[y][x] = b[y * 4 + x];
    /*@ requires Perm(s[lid.y][lid.x], write) ** Perm(t[lid.y][lid.x], write);
        ensures (\forall* int k = 0 .. 4; Perm(s[lid.y][k], read) ** Perm(t[k][lid.x], read));
    @*/
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        sum += s[y][k] * t[k][x];
    }
    c[y * 4 + x] = sum;
}
