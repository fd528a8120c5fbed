// Another file may define the function that is called.
__device__ __attribute__((weak)) int f() { return 1; }
//                        ^^^^ error c.unsupported
__global__ void k(int *a) {
    int x = f();
    /*@ assert x == 1; @*/
}
