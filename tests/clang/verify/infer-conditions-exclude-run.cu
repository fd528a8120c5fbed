// Only launches outside of the conditions go wrong: those in which a row of threads is longer than the distance of two
// rows, and those in which the number of rows is not the one that the annotation says.

/*@ requires rows == 2; @*/
__global__ void k(float *a, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rows; r++) a[r * 4096 + i] = r;
    if (rows != 2) a[0] = 1.0f;
}
