// References that a function returns may lead to memory of its own in many ways.

struct M {
    int v;
    int w[2];
};

struct O {
    int v;
    __device__ int &larger(int b) {
        return v > b ? v : b;
//      ^^^^^^^^^^^^^^^^^^^^ error c.lifetime
    }
    __device__ const int &get() const {
        return v;
    }
};

__device__ M made(int a) {
    M r;
    r.v = a;
    r.w[0] = a;
    r.w[1] = a;
    return r;
}

__device__ int &itself(int &x) {
    return x;
}

__device__ int &chosen(int &c) {
    int a = 1;
    return c ? c : a;
//  ^^^^^^^^^^^^^^^^ error c.lifetime
}

__device__ int &passed(int c) {
    int a = 1;
    return itself(a);
//  ^^^^^^^^^^^^^^^^ error c.lifetime
}

__device__ int &assigned(int c) {
    int a = 1;
    return a = c;
//  ^^^^^^^^^^^^ error c.lifetime
}

__device__ int &counted(int c) {
    int a = 1;
    return ++a;
//  ^^^^^^^^^^ error c.lifetime
}

__device__ int &last(int c) {
    int a = 1;
    return (c, a);
//  ^^^^^^^^^^^^^ error c.lifetime
}

__device__ int &cast(int c) {
    int a = 1;
    return (int &)a;
//  ^^^^^^^^^^^^^^^ error c.lifetime
}

__device__ int &added(int c) {
    int a = 1;
    return a += c;
//  ^^^^^^^^^^^^^ error c.lifetime
}

__device__ const int &number() {
    return 5;
//  ^^^^^^^^ error c.lifetime
}

__device__ const int &field() {
    return made(3).v;
//         ^^^^^^^^^ error c.unsupported
}

__device__ const int &sum(int c) {
    return c + 1;
//  ^^^^^^^^^^^^ error c.lifetime
}

__device__ const long &converted(int &c) {
    return c;
//  ^^^^^^^^ error c.lifetime
}

__device__ const int &method() {
    O o;
    o.v = 4;
    return o.get();
//  ^^^^^^^^^^^^^^ error c.lifetime
}

__global__ void all(int c) {
    int v = chosen(c) + passed(1) + assigned(1) + counted(1) + last(1) + cast(1) + added(1) + number() + field() + sum(1);
    long w = converted(c);
    v += method();
}

__global__ void object() {
    O o;
    o.v = 1;
    int v = o.larger(7);
    assert(v == 7);
}
