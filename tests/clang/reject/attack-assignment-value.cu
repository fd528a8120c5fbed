// An assignment that is used as a value has its side effects once.

/*@ requires 0 <= n && n <= 100;
    context tid < a.length ==> Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int b[4];
    b[0] = 0;
    b[1] = 0;
    int i = 0;
    int y = (b[i++] += 2);
    //@ assert i == 2;
//             ^^^^^^ error assert:condition-false
}
