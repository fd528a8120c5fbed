// What goes wrong in the array into which a pointer happens to point.

__global__ void race(int *a, int *b, int n) {
    int *p = n > 0 ? a : b;
    p[0] = threadIdx.x;
//  ^^^^ error store:data-race
//  ^^^^ error store:data-race
}

__global__ void alsoRead(int *a, int *b, int n) {
    int *p = n > 0 ? a : b;
    p[threadIdx.x] = a[threadIdx.x + 1];
//  ^^^^^^^^^^^^^^ error store:data-race
//  ^^^^^^^^^^^^^^ error store:data-race
}

__global__ void other(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = a;
    p[i] = 1;
    b[i] = 2;
    if (i == 3) p = b;
    int x = p[i];
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
}

__global__ void swappedTwice(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    b[i] = 2;
    int *r = a;
    a = b;
    b = r;
    int x = a[i];
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
}

// The choice was made with the old value.
__global__ void frozen(int *a, int *b, bool which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 1;
    b[i] = 2;
    int *p = which ? a : b;
    which = true;
    int x = p[i];
    //@ assert x == 1;
//             ^^^^^^ error assert:condition-false
}

__global__ void notInitialised(int *a, int *b, bool which) {
    int *p;
//  ^^^^^^ error expression:uninitialised
    if (which) p = a;
    if (!which && threadIdx.x > 0) p = b;
    int x = p[0];
//          ^ unknown expression:uninitialised
//          ^ unknown expression:uninitialised
//          ^^^^ unknown load:out-of-bounds
//          ^^^^ unknown load:out-of-bounds
}

__global__ void apart(int *a, int *b) {
    bool same = a < b;
//              ^^^^^ error c.unsupported
}
