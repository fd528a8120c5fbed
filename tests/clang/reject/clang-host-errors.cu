// What clang does not understand in a function of the host is no reason to leave the kernels unread.
#include <stdio.h>

__global__ void good(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}

int program(int *a, int n) {
    not_declared_anywhere(a);
//  ^^^^^^^^^^^^^^^^^^^^^ error c.clang
    for (int i = 0; i < missing; i++) printf("%d\n", i);
//                      ^^^^^^^ error c.clang
    good<<<n, 64>>>(a);
    return 0;
}

__global__ void bad(int *a) {
    a[0] = threadIdx.x;
//  ^^^^ error store:data-race
}
