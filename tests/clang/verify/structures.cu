// Vectors of CUDA are structures. Threads may write different fields of one element.
struct S {
    float4 at;
    int id;
};
namespace one {
struct T {
    int x;
};
}
__device__ float4 operator+(float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ int2 swapped(int2 v) {
    int t = v.x;
    v.x = v.y;
    v.y = t;
    return v;
}

/*@ kernel requires gridDim.x == 1 && blockDim.x == 2 && p.length == 1 && ps.length == 2;
    requires tid == 0 ==> Perm(p[0].x, write);
    requires tid == 1 ==> Perm(p[0].y, write);
    requires Perm(sh[threadIdx.x], write);
    context Perm(ps[tid], write);
    ensures tid == 0 ==> Perm(p[0].x, write) ** p[0].x == 1;
    ensures tid == 1 ==> Perm(p[0].y, write) ** p[0].y == 2;
    ensures ps[tid].id == (s.id < 1000 ? s.id : 0) + 1 && ps[tid].at.y === s.at.x + s.at.y;
@*/
__global__ void k(int2 *p, S s, S *ps, dim3 d) {
    __shared__ float4 sh[2];
    int i = threadIdx.x;
    if (i == 0)
        p[0].x = 1;
    else
        p->y = 2;
    float4 a = make_float4(s.at.x, s.at.x, 3, 4);
    float4 b = a;
    a.x = 7;
    //@ assert b.x === s.at.x;
    a = b;
    S t;
    t.id = s.id < 1000 ? s.id : 0;
    t.at = a + s.at;
    sh[i] = t.at;
    S u = t;
    t.id = 9;
    //@ assert u.id == (s.id < 1000 ? s.id : 0);
    u.at = sh[i];
    int2 z = make_int2(1, 2);
    int2 y = swapped(z);
    //@ assert z.x == 1 && y.x == 2 && y.y == 1;
    int2 w = {};
    int2 v = int2();
    int2 c{3};
    //@ assert w == v && c.x == 3 && c.y == 0;
    v = i > 0 ? z : y;
    //@ assert i > 0 ==> v == z;
    int f = make_int2(4, 5).y + (w = z).x;
    //@ assert f == 6 && w == z;
    one::T n{4};
    one::T m = n;
    n.x = sizeof(float4) + sizeof(int3) + sizeof(one::T);
    //@ assert m.x == 4 && n.x == 32;
    ps[i] = u;
    S *q = &ps[i];
    q->id++;
}

__global__ void launched() {
    uint3 g = blockIdx;
    dim3 n = gridDim;
    //@ assert g.x == blockIdx.x && g.z < n.z;
}
