// The invariant names the first element of `a` only, and the body writes the second one.

/*@ kernel requires a.length == 2 && gridDim.x == 1 && blockDim.x == 1;
    context Perm(a[0], write) ** Perm(a[1], write);
@*/
__global__ void k(int *a, int n) {
    //@ loop_invariant Perm(a[0], write);
    for (int j = 0; j < n; j++) {
        a[1] = 3;
//      ^^^^ error store:insufficient-permission
    }
}
