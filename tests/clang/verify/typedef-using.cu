// `using` gives a type a name, as `typedef` does.

using real = float;
typedef unsigned short small;

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] === 2.0f * \old(a[tid]);
@*/
__global__ void twice(real *a) {
    small wrapped = 65537;
    //@ assert wrapped == 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = real(2) * a[i];
}
