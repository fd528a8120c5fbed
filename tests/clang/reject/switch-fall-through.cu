// The first case has no `break`.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a, int n) {
    int x = 0;
    switch (n) {
    case 0: x = 1;
    case 1:
    case 2: x += 10; break;
    default: x = 100;
    case 7: x++;
    }
    //@ assert n == 0 ==> x == 1;
//             ^^^^^^^^^^^^^^^^^ error assert:condition-false
    //@ assert n == 2 ==> x == 10;
    //@ assert n == 7 ==> x == 1;
    //@ assert n == 8 ==> x == 101;
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
