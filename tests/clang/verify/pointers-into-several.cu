// A pointer into one of several arrays: by a conditional, by assignments, and by swapping.

__global__ void chosen(int *a, int *b, int n) {
    int *p = n > 0 ? a : b;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] = 1;
}

__global__ void assigned(const float *a, const float *b, float *out, bool second) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *from = a;
    if (second) from = b + 1;
    out[i] = from[i];
}

__global__ void swapped(float *in, float *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1;
    float *between = in;
    in = out;
    out = between;
    out[i] = in[i] + 1;
}

__global__ void named(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int *p = a;
    int *q = b;
    p[i] = 1;
    q[i] = 2;
    int *r = p;
    p = q;
    q = r;
    int x = p[i], y = q[i];
    //@ assert x == 2 && y == 1;
}

__global__ void compared(const int *a, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 0) {
        const int *end = a + n;
        int count = 0;
        for (const int *p = a; p < end; p++) count = *p > 0 ? 1 : count;
        out[i] = count;
    }
}

__global__ void halves(float4 *a, float4 *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 *p = i < n ? a : b;
    float4 v = p[i];
    v.x = 0;
    p[i] = v;
}

struct Point {
    float x, y;
};

__global__ void fields(Point *a, Point *b, bool second) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Point *p = second ? b : a;
    p[i].x = 1;
    p[i].y = p[i].x;
}

__device__ void one(int *x, int *y, int c) {
    int *t = x;
    if (c) t = y;
    t[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Each call has its own two arrays.
__global__ void calls(int *a, int *b, int *c, int *d, int *e, int *f, int *g, int *h, int *i, int *j, int n) {
    one(a, b, n);
    one(c, d, n);
    one(e, f, n);
    one(g, h, n);
    one(i, j, n);
}
