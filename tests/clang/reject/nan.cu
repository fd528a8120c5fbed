// A float that is not a number differs from itself.

/*@ requires tid < a.length && tid < b.length;
    context Perm(a[tid], write) ** Perm(b[tid], read);
@*/
__global__ void k(int *a, const float *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = b[i];
    a[i] = x == x;
    //@ assert a[i] == 1;
//             ^^^^^^^^^ error assert:condition-false
}
