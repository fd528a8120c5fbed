// The thread leaves two loops at once, when it has found a negative element.

/*@ kernel requires a.length == 16 && tcount <= out.length;
    context (\forall* int j = 0 .. 16; Perm(a[j], read));
    context Perm(out[tid], write);
    ensures out[tid] >= 0 ==> out[tid] < 16 && a[out[tid]] < 0;
@*/
__global__ void find(const int *a, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int y = 0; y < 4; y++) {
        for (int x = 0; x < 4; x++) {
            if (a[4 * y + x] < 0) {
                out[i] = 4 * y + x;
                return;
            }
        }
    }
    out[i] = -1;
}
