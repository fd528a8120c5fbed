// A field that is `mutable` may be written in a constant object.
struct S { mutable int m; };
  __device__ const S gs = {1};
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
//^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported

__global__ void writes(int *a) {
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) gs.m = 5;
}

__global__ void reads(int *a) {
    int z = gs.m;
    /*@ assert z == 1; @*/
}
