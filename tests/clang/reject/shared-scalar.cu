// The value was changed.

/*@ kernel requires gsize == 1;
    requires tid < a.length;
    context Perm(a[tid], write) ** Perm(total[0], write);
@*/
__global__ void k(int *a) {
    __shared__ int total;
    total = 3;
    total += 4;
    a[blockIdx.x] = total;
    //@ assert a[gid] == 3;
//             ^^^^^^^^^^^ error assert:condition-false
}
