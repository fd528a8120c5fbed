// -1 is not less than 1 as unsigned numbers.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = -1;
    unsigned u = 1u;
    bool less = i < u;
    //@ assert less;
//             ^^^^ error assert:condition-false
    long w = i;
    //@ assert w == -1;
    unsigned long v = i;
    //@ assert v == 18446744073709551615;
    a[blockIdx.x * blockDim.x + threadIdx.x] = less ? 1 : 0;
}
