// References are other names of places; a reference to a value without place has a place of its own.
struct pair {
    int a, b;
};
inline __host__ __device__ void operator+=(float3 &a, float3 b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
__device__ float first(const float3 &a, const float3 &b) {
    return a.x + b.x;
}
__device__ void twice(int &a, const int &b) {
    a++;
    //@ assert a == b;
    a += b;
}
__device__ void add(int &a, const int &b) {
    a += b;
}
__device__ void swap(pair &p) {
    int t = p.a;
    p.a = p.b;
    p.b = t;
}

/*@ requires tid < p.length && tid < q.length && 0 <= q[tid].a && q[tid].a < 100 && 0 <= q[tid].b && q[tid].b < 100;
    context Perm(p[tid], write) ** Perm(q[tid], write);
    ensures p[tid].y === \old(p[tid].y) + 2.0f;
    ensures q[tid].b == \old(q[tid].a) && q[tid].a == \old(q[tid].b) + 4;
@*/
__global__ void k(float3 *p, pair *q) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p[i] += make_float3(1, 2, 3);
    float d = first(p[i], make_float3(1, 2, 3));
    //@ assert d === p[tid].x + 1.0f;
    int n = 3;
    twice(n, n);
    //@ assert n == 8;
    swap(q[i]);
    add(q[i].a, 4);
    pair own = {1, 2};
    pair &r = own;
    r.a = 5;
    swap(own);
    //@ assert r.b == 5 && own == r;
    int j = i;
    pair &s = q[j];
    j = 1000000;
    s.b = s.b + 0 * s.a;
}

__device__ int difference(const int &a, const int &b) {
    return a - b;
}

__global__ void ofOneOfTwo(int *out, bool turned) {
    int small = 1, large = 5;
    int d = difference(turned ? small : large, turned ? large : small);
    assert(turned ? d == -4 : d == 4);
    out[blockIdx.x * blockDim.x + threadIdx.x] = d;
    int &chosen = turned ? small : large;
    turned = !turned;
    chosen = 7;
    assert(small == 7 || large == 7);
    assert(turned ? large == 7 : small == 7);
}
