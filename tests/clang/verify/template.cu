// A template is verified for each type with which it is launched.

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
template <typename T, int N> __global__ void fill(T *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = N;
}

int main() {
    unsigned char *bytes;
    cudaMalloc(&bytes, 64);
    fill<unsigned char, 200><<<1, 64>>>(bytes);
    return 0;
}
