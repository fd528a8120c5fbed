// The format of `printf` may have side effects.
__global__ void format(int *a) {
    int n = 0;
    printf(n++ ? "a" : "b");
//         ^^^^^^^^^^^^^^^ error c.unsupported
    //@ assert n == 0;
}
