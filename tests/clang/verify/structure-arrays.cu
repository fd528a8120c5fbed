// Structures that contain arrays: in global and shared memory, as variables, and as parameters by value.
struct Cell {
    float w[4];
    int n;
};
struct Point {
    int x, y;
};
struct Nest {
    Point p[2];
    int m[2][3];
    Cell c[2];
};

__device__ int sum(Cell c) {
    c.n += 1;
    return c.n;
}
__device__ void clear(Cell &c) {
    for (int k = 0; k < 4; k++) c.w[k] = 0.0f;
}
__device__ float first(const float *w) {
    return w[0];
}
__device__ Cell made(int n) {
    Cell c = {{1.0f, 2.0f}, n};
    return c;
}

__global__ void variables(int j) {
    Nest n = {{{1, 2}, {3, 4}}, {{5, 6, 7}, {8}}, {{{0.5f, 1.5f}, 9}}};
    assert(n.p[0].x == 1 && n.p[0].y == 2 && n.p[1].x == 3 && n.p[1].y == 4);
    assert(n.m[0][2] == 7 && n.m[1][0] == 8 && n.m[1][1] == 0);
    assert(n.c[0].w[1] == 1.5f && n.c[0].w[2] == 0.0f && n.c[0].n == 9 && n.c[1].n == 0);
    Nest o = n;
    n.p[1].x = 30;
    n.c[1] = n.c[0];
    assert(o.p[1].x == 3 && o.c[1].n == 0 && n.c[1].n == 9 && n.c[1].w[1] == 1.5f);
    Point *p = &n.p[0];
    assert(p[1].x == 30 && p->y == 2);
    assert(sum(n.c[0]) == 10 && n.c[0].n == 9);
    Cell c = made(7);
    assert(c.w[1] == 2.0f && c.w[3] == 0.0f && c.n == 7 && first(c.w) == 1.0f);
    c = o.c[0];
    if (0 <= j && j < 4) c.w[j] = 8.0f;
    assert(j != 2 || c.w[2] == 8.0f);
    int size = sizeof(Cell) + sizeof(Nest);
    assert(size == 20 + 80);
}

__global__ void global(const Cell *from, Cell *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Cell c = from[i];
        for (int k = 0; k < 3; k++) c.w[k] += c.w[k + 1];
        to[i] = c;
        to[i].w[3] = from[i].w[0];
        const float *w = from[i].w;
        to[i].n = (int)(w[1] > 0.0f);
    }
}

__global__ void rows(Cell *cells) {
    // Threads may write different elements of one field.
    if (threadIdx.x < 4) cells[blockIdx.x].w[threadIdx.x] = 1.0f;
}

__global__ void value(Cell c, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = c.w[i & 3] + (float)c.n;
}

__global__ void changed(Cell c, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c.w[2] = 2.0f;
    clear(c);
    c.n = 3;
    if (i < n) out[i] = c.w[1];
    assert(c.n == 3);
}

__global__ void shared(float *out) {
    __shared__ Cell s[64];
    int t = threadIdx.x;
    clear(s[t]);
    s[t].w[1] = 1.0f;
    __syncthreads();
    if (t > 0) out[blockIdx.x * blockDim.x + t] = s[t - 1].w[1];
}

/*@ requires tid < a.length ** Perm(a[tid].w[0], write) ** Perm(a[tid].n, write) && c.w[1] == 2.0f;
    ensures Perm(a[tid].w[0], write) ** a[tid].w[0] == 2.0f;
@*/
__global__ void specified(Cell *a, Cell c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Cell d = c;
    //@ assert d.w[1] == 2.0f && d.w[1] == c.w[1];
    a[i].w[0] = d.w[1];
    a[i].n = 3;
    //@ assert a[tid].n == 3;
}

// A long array of a parameter that no thread writes.
struct Table { int first; int rest[2000]; };

__global__ void lookUp(const Table table, const unsigned *keys, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table.rest[keys[i] % 2000];
}
