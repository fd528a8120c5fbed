// Characters above 127 are negative where `char` is signed.
__global__ void compared(int *a, char c) {
    if (c == '\x80') a[0] = 1;
//                   ^^^^ error store:data-race
}

__global__ void chosen(int *a, char c) {
    switch (c) {
        case '\x80': a[0] = 1;
//                   ^^^^ error store:data-race
    }
}

__global__ void value(int *a) {
    char c = '\xff';
    assert(c > 0);
//  ^^^^^^ error assert:condition-false
    assert('\xff' + 1 == 0);
    a[threadIdx.x + blockIdx.x * blockDim.x] = c;
}
