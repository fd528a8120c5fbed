// A backslash at the end of a line continues a comment, so the sign in the next line opens none.

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    int x = 1;  // one \
    /* two
    //@ assert x == 2;
//             ^^^^^^ error assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
