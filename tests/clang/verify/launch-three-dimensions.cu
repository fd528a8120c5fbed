// Each thread of a launch of three dimensions writes one element of a cube.

/*@ kernel requires tcount.x == 8 && tcount.y == 8 && tcount.z == 8 && a.length == 512;
    context Perm(a[(tid.z * 8 + tid.y) * 8 + tid.x], write);
    ensures a[(tid.z * 8 + tid.y) * 8 + tid.x] == tid.z;
@*/
__global__ void k(int *a) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    a[(z * 8 + y) * 8 + x] = z;
}
