// A pointer that nobody uses is computed all the same: what chooses its element is read, and may fail.
__global__ void parts(int *a, int *b) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    for (b + a[i ^ 1]; i < 0;) {
//           ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//           ^^^^^^^^ error load:data-race
    }
    a[i] = 1;
}
__global__ void comma(int *a, int *b) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int z = (b + a[i ^ 1], 3);
//               ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//               ^^^^^^^^ error load:data-race
    a[i] = z;
}
