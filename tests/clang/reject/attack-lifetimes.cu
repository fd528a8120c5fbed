// Pointers and references that lead to memory which ends before them, and results that no `return` gives.

struct B {
    int z[2];
};

struct P {
    int *p;
};

__device__ int *ofFunction(int v) {
    int z[1];
    z[0] = v;
    return z;
//  ^^^^^^^^ error c.lifetime
}

__global__ void returned(int *a) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = ofFunction(3)[0];
}

__global__ void ofBlock(int *a) {
    int *p;
    {
        int z[1];
        z[0] = 1;
        p = z;
//      ^^^^^ error c.lifetime
    }
    a[threadIdx.x + blockIdx.x * blockDim.x] = p[0];
}

__global__ void ofPiece(int *a) {
    P s;
    for (int i = 0; i < 2; i++) {
        int z[1];
        z[0] = i;
        s.p = z;
//      ^^^^^^^ error c.lifetime
    }
    a[threadIdx.x + blockIdx.x * blockDim.x] = s.p[0];
}

__device__ int &ofParameter(int v) {
    return v;
//  ^^^^^^^^ error c.lifetime
}

__global__ void reference(int *a) {
    a[threadIdx.x + blockIdx.x * blockDim.x] = ofParameter(3);
}

__device__ B sometimes(int x) {
    B r;
    r.z[0] = 1;
    r.z[1] = 3;
    if (x > 3) {
        return r;
    }
}

__global__ void without(int x, int *a) {
    B r = sometimes(x);
//        ^^^^^^^^^^^^ error expression:uninitialised
    a[threadIdx.x + blockIdx.x * blockDim.x] = r.z[0];
}
