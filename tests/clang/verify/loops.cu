// `while`, `do` and `for` with `break`.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int i = 0;
    //@ loop_invariant 0 <= i && i <= n;
    while (true) {
        if (i == n) break;
        i++;
    }
    //@ assert i == n;
    //@ loop_invariant 0 <= i && i <= n;
    do {
        if (i > 0) i--;
    } while (i > 0);
    //@ assert i == 0;
    int sum = 0;
    //@ loop_invariant 0 <= j && j <= n && sum == 3 * j;
    for (int j = 0; j < n; ++j) sum += 3;
    //@ assert sum == 3 * n;
    a[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
