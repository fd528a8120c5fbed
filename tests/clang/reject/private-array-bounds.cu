// The loop runs one step too far in a private array.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int q[4] = {1, 2, 3, 4};
    int last = 0;
    for (int j = 0; j <= 4; j++) {
        last = q[j];
//             ^^^^ error load:out-of-bounds
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = last;
}
