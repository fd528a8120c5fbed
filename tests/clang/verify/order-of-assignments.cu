// C++17 computes the right operand of an assignment first.

__global__ void chained(int *a) {
    int part[2];
    part[0] = part[1] = 3;
    //@ assert part[0] == 3 && part[1] == 3;
    a[blockIdx.x * blockDim.x + threadIdx.x] = part[0];
}

__global__ void first() {
    int part[3];
    part[0] = part[1] = part[2] = 0;
    int i = 1;
    part[i++] = i;
    //@ assert part[1] == 1 && i == 2;
    part[i] = i--;
    //@ assert part[1] == 2 && part[2] == 0 && i == 1;
    i = i++;
    //@ assert i == 1;
}

__global__ void together(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = __syncthreads_count(in[i] > 0);
}

__global__ void atomic(int *count, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicAdd(count, 1);
}
