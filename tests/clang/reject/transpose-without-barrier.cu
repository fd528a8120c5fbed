// The thread reads an element of the tile that another thread writes, and no barrier stands between.

/*@ kernel requires blockDim.x == 8 && blockDim.y == 8;
    requires Perm(tile[lid.y][lid.x], write);
@*/
__global__ void turn(int n) {
    __shared__ int tile[8][9];
    int x = threadIdx.x;
    int y = threadIdx.y;
    tile[y][x] = n;
    int seen = tile[x][y];
//             ^^^^^^^^^^ error load:insufficient-permission
}
