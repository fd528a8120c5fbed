// Masks that may name fewer than all lanes, and other functions of warps that Sepal does not read.

__device__ int reduced(unsigned mask, int v) {
    return v + __shfl_down_sync(mask, v, 1);
//                              ^^^^ error c.unsupported
}

__global__ void k(int *a, unsigned m) {
    int x = __shfl_down_sync(0xffffu, 3, 1);
//                           ^^^^^^^ error c.unsupported
    x = __shfl_down_sync(m, 3, 1);
//                       ^ error c.unsupported
    x = __shfl_down_sync(__activemask(), 3, 1);
//                       ^^^^^^^^^^^^^^ error c.unsupported
    unsigned later = 0xffffffff;
    x = __shfl_down_sync(later, 3, 1);
//                       ^^^^^ error c.unsupported
    later = 1;
    unsigned voted = __ballot_sync(0xffffffff, x > 0);
    if (x > 0) x = __shfl_down_sync(voted, 3, 1);
//                                  ^^^^^ error c.unsupported
    x = __shfl_down_sync(0xffffffff, 3, 1, 12);
//                                         ^^ error c.unsupported
    __syncwarp(1);
//             ^ error c.unsupported
    x = reduced(0xff, 3);
    x = __match_any_sync(0xffffffff, x);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    x = __reduce_add_sync(0xffffffff, x);
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
