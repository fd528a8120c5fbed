// The same in a product of matrices, with all sizes given: the launch that is meant is run.
//--local_size=[16,16] --num_groups=[2,2] --kernel-args=mm,32 --kernel-arrays=mm,4096,4096,4096
#define T 16

__global__ void mm(float *C, const float *A, const float *B, int n) {
    __shared__ float a[T][T], b[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n / T; k++) {
        a[threadIdx.y][threadIdx.x] = A[row * n + k * T + threadIdx.x];
        b[threadIdx.y][threadIdx.x] = B[(k * T + threadIdx.y) * n + col];
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown barrier.redistribution:two-writers
        __syncthreads();
        for (int j = 0; j < T; j++) {
            s += a[threadIdx.y][j] * b[j][threadIdx.x];
//               ^^^^^^^^^^^^^^^^^ error load:data-race
        }
    }
    C[row * n + col] = s;
}
