// The pointer still points to the first row.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int t[2][3];
    int y = 0;
    int *p = t[y];
    y = 1;
    p[2] = 5;
    //@ assert t[1][2] == 5;
//             ^^^^^^^^^^^^ error assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = y;
}
