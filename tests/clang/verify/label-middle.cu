// A label marks a point of the code, and `\old[half]` is the value that the element had there.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == \wrap(u32, \old(a[tid]) + 3);
@*/
__global__ void k(unsigned *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 1;
    //@ label half;
    a[i] += 2;
    //@ assert a[tid] == \wrap(u32, \old[half](a[tid]) + 2);
}
