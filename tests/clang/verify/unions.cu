// Private unions whose members have one size.

union Wide {
    double d;
    long long i;
    unsigned long long u;
};

__device__ unsigned long long bits(double x) {
    Wide w;
    w.d = x;
    return w.u;
}

__global__ void atomics(unsigned long long *a, double x) {
    Wide w;
    w.i = -2;
    unsigned long long u = w.u;
    //@ assert u == 18446744073709551614;
    a[threadIdx.x + blockIdx.x * blockDim.x] = bits(x) ^ u;
}

union Vector {
    float4 v;
    float s[4];
};

__global__ void lanes(float4 *a) {
    Vector l;
    l.v = a[threadIdx.x + blockIdx.x * blockDim.x];
    for (int k = 0; k < 4; k++) l.s[k] *= 2.0f;
    l.s[3] = 1.0f;
    float last = l.v.w;
    //@ assert last == 1.0f;
    a[threadIdx.x + blockIdx.x * blockDim.x] = l.v;
}
