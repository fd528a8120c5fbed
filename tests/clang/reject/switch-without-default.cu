// The switch has no default, so for other values the variable has no value.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int kind) {
    int x;
    switch (kind) {
    case 0:
        x = 5;
        break;
    case 1:
        x = 6;
        break;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
//                                             ^ error expression:uninitialised
}
