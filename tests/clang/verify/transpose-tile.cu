// Each block of 8 by 8 threads transposes a tile through shared memory.

#define TILE 8

/*@ kernel requires blockDim.x == 8 && blockDim.y == 8 && gridDim.x == 4 && gridDim.y == 4;
    kernel requires in.length == 1024 && out.length == 1024;
    context Perm(in[tid.y * 32 + tid.x], read);
    context Perm(in[(gid.y * 8 + lid.x) * 32 + (gid.x * 8 + lid.y)], read);
    context Perm(out[(gid.x * 8 + lid.y) * 32 + (gid.y * 8 + lid.x)], write);
    requires Perm(tile[lid.y][lid.x], write);
    ensures out[(gid.x * 8 + lid.y) * 32 + (gid.y * 8 + lid.x)] == in[(gid.y * 8 + lid.x) * 32 + (gid.x * 8 + lid.y)];
@*/
__global__ void transpose(const int *in, int *out) {
    __shared__ int tile[TILE][TILE + 1];
    int lx = threadIdx.x;
    int ly = threadIdx.y;
    int bx = blockIdx.x * TILE;
    int by = blockIdx.y * TILE;
    tile[ly][lx] = in[(by + ly) * 32 + (bx + lx)];
    /*@ context Perm(in[tid.y * 32 + tid.x], read);
        context Perm(in[(gid.y * 8 + lid.x) * 32 + (gid.x * 8 + lid.y)], read);
        context Perm(out[(gid.x * 8 + lid.y) * 32 + (gid.y * 8 + lid.x)], write);
        requires Perm(tile[lid.y][lid.x], write);
        requires tile[lid.y][lid.x] == in[tid.y * 32 + tid.x];
        ensures Perm(tile[lid.x][lid.y], read);
        ensures tile[lid.x][lid.y] == in[(gid.y * 8 + lid.x) * 32 + (gid.x * 8 + lid.y)];
    @*/
    __syncthreads();
    out[(bx + ly) * 32 + (by + lx)] = tile[lx][ly];
}
