// `memset`, `memcpy` and `memmove` store each element.

__global__ void set(int *a) {
    int part[4];
    memset(part, 0, sizeof(part));
    //@ assert part[3] == 0;
    memset(part + 1, -1, 2 * sizeof(int));
    //@ assert part[0] == 0 && part[1] == -1 && part[2] == -1 && part[3] == 0;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = part[1];
}

__global__ void copied(const float4 *in, float4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 part[2];
    memcpy(part, in + 2 * i, sizeof(part));
    memmove(&out[2 * i], part, sizeof(part));
}

/*@ kernel requires 0 <= n && n <= a.length && tcount == 1;
    context (\forall* int i = 0 .. n; Perm(a[i], write));
@*/
__global__ void many(int *a, int n) {
    memset(a, 0, n * sizeof(int));
}

__global__ void bytes(unsigned char *a) {
    unsigned char part[3];
    memset(part, 200, 3);
    //@ assert part[2] == 200;
    a[blockIdx.x * blockDim.x + threadIdx.x] = part[0];
}
