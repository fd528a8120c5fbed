// A case without a break continues in the next case, and two labels may share one case.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures kind == 1 ==> a[tid] == 3;
    ensures kind == 2 || kind == 3 ==> a[tid] == 2;
    ensures kind > 3 ==> a[tid] == 0;
@*/
__global__ void k(int *a, int kind) {
    int x = 0;
    switch (kind) {
    case 1:
        x += 1;
    case 2:
    case 3:
        x += 2;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
