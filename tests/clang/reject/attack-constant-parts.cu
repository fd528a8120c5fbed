// Constants that are parameters or fields, and reads through the cache of constant data of parts of elements.

struct S {
    int a;
    int b[2];
};

__global__ void parameter(const S s) {
    *(int *)&s.b[1] = 3;
//  ^^^^^^^^^^^^^^^^^^^ error c.constant
    assert(s.b[1] == 3);
}

__global__ void number(const int n) {
    *(int *)&n = 3;
//  ^^^^^^^^^^^^^^ error c.constant
}

__global__ void part(int2 *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i].x = 1;
//  ^^^^^^^^^^ error c.constant
    int v = __ldg(&a[i].x);
    assert(v == 1);
}

__global__ void own() {
    int x = 3;
    int v = __ldg(&x);
//          ^^^^^^^^^ error c.unsupported
}

__global__ void shared() {
    __shared__ int s[32];
    s[threadIdx.x % 32] = 1;
    int v = __ldg(&s[threadIdx.x % 32]);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

struct W {
    const int v;
    int w;
};

__global__ void field() {
    W w = {1, 2};
//  ^^^^^^^^^^^^ error c.unsupported
    *(int *)&w.v = 5;
    assert(w.v == 5);
}

/*@ kernel requires buf.length == 64 && gsize == 64;
    context Perm(buf[lid], write); @*/
__global__ void other_elements() {
    extern __shared__ char buf[];
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    float *f = (float *)buf;
    f[threadIdx.x] = 1;
}
