// What is not so of memory under another type.

__global__ void race(int *a) {
    unsigned *p = (unsigned *)a;
    p[threadIdx.x] = a[threadIdx.x + 1];
//  ^^^^^^^^^^^^^^ error store:data-race
}

__global__ void sign(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = -1;
    unsigned x = ((unsigned *)a)[i];
    //@ assert x < 4294967295;
//             ^^^^^^^^^^^^^^ error assert:condition-false
}

// The bits of a float are not its value.
__global__ void bits(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    int x = ((int *)a)[i];
    //@ assert x == 1;
//             ^^^^^^ unknown assert:condition-false
}

__global__ void outside() {
    int part[2];
    part[0] = part[1] = 0;
    float x = ((float *)part)[2];
//            ^^^^^^^^^^^^^^^^^^ error load:out-of-bounds
}
