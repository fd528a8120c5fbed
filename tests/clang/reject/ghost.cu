// The ghost variable has the value before the sum.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x = n;
    //@ ghost int before = x;
    x += 4;
    //@ assert x == before + 5;
//             ^^^^^^^^^^^^^^^ error assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
