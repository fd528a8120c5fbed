// Structures with pointers: as parameters by value, and as variables. Each pointer of a parameter leads to an array.
struct Vector {
    float *a;
    int n;
    __device__ void set(int i, float x) { a[i] = x; }
    __device__ float get(int i) const { return a[i]; }
};
struct Args {
    const int *in;
    Vector out;
    int w[2];
};

__device__ void set(Vector v, int i, float x) {
    if (i < v.n) v.a[i] = x;
}
__device__ void add(Vector &v, int i) {
    v.a[i] += 1.0f;
}
__device__ int number(const Args *args) {
    return args->out.n;
}

__global__ void fill(Vector v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < v.n) {
        v.a[i] = 1.0f;
        v.set(i, v.get(i) + 1.0f);
        add(v, i);
        assert(v.a[i] == 3.0f);
    }
    set(v, i, 2.0f);
}

__global__ void copy(Args args) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < number(&args)) args.out.a[i] = (float)args.in[i] + (float)args.w[i & 1];
}

__global__ void variables(float *x, float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Vector u = {x, n}, v;
    v.a = y;
    v.n = u.n;
    Vector w = v;
    w.a += 1;
    if (n > 0) w.n--;
    if (i < n) {
        u.a[i] = 1.0f;
        v.a[i] = 2.0f;
        assert(x[i] == 1.0f && y[i] == 2.0f);
        assert(i == 0 || w.a[i - 1] == 2.0f);
    }
}

__global__ void moved(Vector v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v.a += i;
    if (i < v.n) *v.a = 1.0f;
}

/*@ requires tid < v.a.length && v.n == 2 ** Perm(v.a[tid], write);
    ensures Perm(v.a[tid], write) ** v.a[tid] == 2.0f;
@*/
__global__ void specified(Vector v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v.a[i] = (float)v.n;
}
