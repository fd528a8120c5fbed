// Behind the label the element grows by 2, and the assertion says 1.

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** 0 <= a[tid] && a[tid] < 100;
@*/
__global__ void k(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 5;
    //@ label half;
    a[i] += 2;
    //@ assert a[tid] == \old[half](a[tid]) + 1;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}
