// A do-loop counts the decimal digits of a number, and 0 has one digit.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures 1 <= a[tid] && a[tid] <= 10;
    ensures n < 10 ==> a[tid] == 1;
@*/
__global__ void digits(int *a, unsigned n) {
    unsigned x = n;
    int count = 0;
    /*@ loop_invariant 0 <= count && count <= 9 && 0 <= x && x <= n;
        loop_invariant count > 0 ==> n >= 10 && x >= 1;
        loop_invariant count >= 1 ==> x <= 429496729;
        loop_invariant count >= 2 ==> x <= 42949672;
        loop_invariant count >= 3 ==> x <= 4294967;
        loop_invariant count >= 4 ==> x <= 429496;
        loop_invariant count >= 5 ==> x <= 42949;
        loop_invariant count >= 6 ==> x <= 4294;
        loop_invariant count >= 7 ==> x <= 429;
        loop_invariant count >= 8 ==> x <= 42;
        loop_invariant count >= 9 ==> x <= 4;
    @*/
    do {
        x /= 10;
        count++;
    } while (x != 0);
    a[blockIdx.x * blockDim.x + threadIdx.x] = count;
}
