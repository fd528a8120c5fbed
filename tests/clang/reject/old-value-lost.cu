// The second assignment reads the element that the first one has overwritten.

/*@ kernel requires tcount <= a.length && tcount <= b.length;
    context Perm(a[tid], write) ** Perm(b[tid], write);
    ensures a[tid] == \old(b[tid]);
    ensures b[tid] == \old(a[tid]);
//          ^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__global__ void swap(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = b[i];
    b[i] = a[i];
}
