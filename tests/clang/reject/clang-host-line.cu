// The directive moves the error of the kernel into the function of the host, in what clang prints.
void host() {
    int x = 1; int y = 2; int z = 3; x = y + z; y = z; z = x; x = y; y = z;
//              ^^ error c.clang
}
#line 2
__global__ void k(int *a) { a[UNDECLARED] = threadIdx.x; }
