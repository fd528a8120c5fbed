// A parameter has the name of a launch variable: the conditions are about the launch.

__global__ void fill(int *a, int tcount) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = tcount;
}
