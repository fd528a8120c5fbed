// An array in a structure ends where its length says, although the next field lies behind it. Copies are copies.
struct Cell {
    float w[4];
    int n;
};
struct Point {
    int x, y;
};
struct Pair {
    Point p[2];
    int m[2][3];
};
struct One {
    int w[1];
};
struct Large {
    float w[1000];
};

__global__ void next_field() {
    Cell c;
    c.w[4] = 1.0f;
//  ^^^^^^ error store:out-of-bounds
}

__global__ void next_row() {
    Pair p;
    p.m[0][3] = 1;
//  ^^^^^^^^^ error store:out-of-bounds
}

__global__ void next_element(Cell *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) a[0].w[5] = 1.0f;
//                                           ^^^^^^^^^ unknown contract.well-formed:out-of-bounds
}

/*@ requires tid == 0 ==> 0 < a.length ** Perm(a[0].w[0], write) ** Perm(a[0].w[1], write);
    ensures tid == 0 ==> Perm(a[0].w[0], write) ** a[0].w[0] == 1.0f;
//                                                 ^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__global__ void specified(Cell *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) a[0].w[1] = 1.0f;
}

/*@ requires tid == 0 ==> 0 < a.length ** Perm(a[0].w[0], write); @*/
__global__ void not_permitted(Cell *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) a[0].w[1] = 1.0f;
//                                           ^^^^^^^^^ error store:insufficient-permission
}

//@ context tid < a.length ** Perm(a[tid], write);
//                                 ^^^^^^ error type.dimensions
__global__ void whole_permission(Cell *a) {
}

__global__ void behind_a_pointer() {
    Cell c;
    float *w = &c.w[2];
    w[2] = 1.0f;
//  ^^^^ error store:out-of-bounds
}

__global__ void parameter(Cell c, float *out) {
    if (blockIdx.x == 0 && threadIdx.x < 5) out[threadIdx.x] = c.w[threadIdx.x];
//                                                             ^^^^^^^^^^^^^^^^ error load:out-of-bounds
}

__global__ void race(Cell *a) {
    a[0].w[threadIdx.x & 3] = 1.0f;
//  ^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
}

__global__ void whole(One *a) {
    One c = {{2}};
    if (threadIdx.x < 2) a[0] = c;
//                       ^^^^^^^^ error store:data-race
}

__global__ void copied() {
    Cell c = {{1.0f, 2.0f}, 3}, d = c;
    c.w[1] = 5.0f;
    assert(d.w[1] == 5.0f);
//  ^^^^^^ error assert:condition-false
}

__global__ void order() {
    Pair p = {{{1, 2}, {3, 4}}};
    assert(p.p[0].y == 3);
//  ^^^^^^ error assert:condition-false
}

__global__ void by_value(Cell c) {
    Cell before = c;
    c.w[0] = 1.0f;
    assert(before.w[0] == 1.0f);
//  ^^^^^^ error assert:condition-false
}

__global__ void not_initialised(int *out) {
    Cell c;
    if (c.w[0] == c.w[0]) c.n = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = c.n;
//                                               ^^^ unknown expression:uninitialised
}

__global__ void too_large(Large l) {
//                        ^^^^^^^ error c.unsupported
}

__global__ void large_copy(Large *l) {
    Large m = l[0];
//  ^^^^^^^^^^^^^^ error c.unsupported
}

struct Table { int rest[2000]; };

__global__ void behindTheTable(const Table table, int *out) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table.rest[2000];
//                                               ^^^^^^^^^^^^^^^^ error load:out-of-bounds
}

// Each thread has a copy of its own, which is too long here.
__global__ void ownTable(Table table, int *out) {
//                       ^^^^^^^^^^^ error c.unsupported
    table.rest[threadIdx.x % 2000] = 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] = table.rest[0];
}
