// Pointers in structures lead where they were assigned. In memory that threads share, Sepal follows none.
struct Vector {
    float *a;
    int n;
};
struct Node {
    int value;
    Node *next;
};

__global__ void bounds(Vector v) {
    v.a[-1] = 1.0f;
//  ^^^^^^^ error store:out-of-bounds
//  ^^^^^^^ unknown contract.well-formed:out-of-bounds
//  ^^^^^^^ unknown kernel.resources:two-writers
}

__global__ void race(Vector v) {
    v.a[0] = 1.0f;
//  ^^^^^^ error store:data-race
}

__global__ void swapped(float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Vector u = {x, 1}, v = {y, 1};
    u.a[i] = 1.0f;
    v.a[i] = 2.0f;
    assert(u.a[i] == 2.0f);
//  ^^^^^^ error assert:condition-false
}

__global__ void copy_moves(float *x) {
    Vector u = {x, 4}, v = u;
    u.a += 1;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        v.a[0] = 1.0f;
        u.a[0] = 2.0f;
        assert(v.a[0] == 2.0f);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void two_arrays(float *x, float *y, int n) {
    Vector u = {x, n};
    if (n > 0) u.a = y;
//             ^^^^^^^ error c.unsupported
}

__global__ void unset(int n) {
    Vector u;
    u.n = n;
    float x = u.a[0];
//            ^^^ error c.unsupported
}

__global__ void in_memory(Vector *v) {
//                        ^^^^^^^^^ error c.unsupported
}

__global__ void in_shared() {
    __shared__ Vector v;
//  ^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void list(Node n) {
//                   ^^^^^^ error c.unsupported
}

__global__ void array_of_structures(float *x) {
    Vector v[2];
//  ^^^^^^^^^^^ error c.unsupported
}
