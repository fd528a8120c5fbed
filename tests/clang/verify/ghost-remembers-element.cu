// A ghost variable keeps the value that the element had in the middle.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(unsigned *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] % 10;
    //@ ghost int middle = a[tid];
    a[i] += 5;
    //@ assert a[tid] == middle + 5 && middle < 10;
}
