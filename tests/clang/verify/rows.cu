// Pointers to rows, and references to whole arrays.
__device__ void fill(int (*rows)[4], int value) {
    rows[threadIdx.x][0] = value;
    rows[threadIdx.x][3] = value + 1;
}
__device__ int first(const int (&all)[64][4], int row) {
    return all[row][0];
}
__device__ void clear(int (&own)[3]) {
    own[0] = 0;
    own[2] = 1;
}

//@ kernel requires blockDim.x == 64;
//@ requires Perm(tile[threadIdx.x][0], write) ** Perm(tile[threadIdx.x][3], write);
__global__ void k(int n) {
    __shared__ int tile[64][4];
    fill(tile, 5);
    int own[3];
    clear(own);
    int row = threadIdx.x;
    //@ assert tile[row][0] == 5 && tile[row][3] == 6;
    assert(first(tile, row) == 5 && own[2] == 1);
}

__global__ void transpose(const float (*in)[32], float (*out)[16]) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 32 && y < 16) out[x][y] = in[y][x];
}
