// References: what is assigned through them, names in annotations, and those that Sepal does not read.
struct pair {
    int a, b;
};
__device__ void swap(pair &p) {
    int t = p.a;
    p.a = p.b;
    p.b = t;
}
__device__ void twice(int &a, const int &b) {
    a++;
    a += b;
}
__device__ void set(int &a) {
    a = 1;
}

/*@ requires 0 < q.length;
    context tid == 0 ==> Perm(q[0].a, write);
@*/
__global__ void k(pair *q, int n) {
    int m = 3;
    twice(m, m);
    if (n == 0) {
        //@ assert m == 7;
//                 ^^^^^^ error assert:condition-false
    }
    pair p = {1, 2};
    pair &r = p;
    swap(r);
    if (n == 1) {
        //@ assert p.a == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    int none;
    int &s = none;
    if (n == 2) m = s;
//                  ^ error expression:uninitialised
    if (n == 3) set(q[0].a);
//                  ^^^^ error store:insufficient-permission
    if (n == 4 && threadIdx.x == 0 && blockIdx.x == 0) set(q[0].b);
//                                                         ^^^^ error store:insufficient-permission
}

__device__ int first(const int &a) {
    return a;
}

__global__ void ofOneOfTwo(int *a, int n) {
    int here = 0;
    here = first(n > 0 ? a[n] : here);
//               ^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
