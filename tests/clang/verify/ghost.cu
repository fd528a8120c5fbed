// Ghost variables remember values.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x = n;
    //@ ghost int before = x;
    x += 5;
    //@ assert x == before + 5;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
