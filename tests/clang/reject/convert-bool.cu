// A `bool` is 0 or 1.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    bool b = 256;
    int i = b;
    //@ assert i == 256;
//             ^^^^^^^^ error assert:condition-false
    bool z = 0.0f;
    //@ assert !z;
    i += b;
    //@ assert i == 2;
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
