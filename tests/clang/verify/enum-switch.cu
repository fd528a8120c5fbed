// A switch has the names of an enumeration as its cases.

enum operation { ADD, SUBTRACT };

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures what == 1 ==> a[tid] == \wrap(u32, \old(a[tid]) - 3);
@*/
__global__ void k(unsigned *a, int what) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    switch (what) {
    case ADD:
        a[i] += 3;
        break;
    case SUBTRACT:
        a[i] -= 3;
        break;
    }
}
