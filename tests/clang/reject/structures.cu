// Structures of CUDA: copies, races on one field, and structures that Sepal does not read.
struct pair {
    int a, b;
};
struct base {
    int a;
};
struct derived : base {
    int b;
};
struct bits {
    int a : 3;
};
struct made {
    int a;
    __device__ made(int x) : a(x + 1) {}
};
struct started {
    int a = 3;
    int b;
};
struct own {
    int a;
    __device__ own &operator=(const own &o) {
        a = o.a + 1;
        return *this;
    }
};
struct method {
    int a;
    __device__ int twice() { return 2 * a; }
};
template <typename T> struct of {
    T a;
};
namespace one {
struct twin {
    int a;
};
}
struct twin {
    float b;
};
union either {
    int a;
    float b;
};

__global__ void unread(derived *p, bits *q, own *r, of<int> *s, twin *t, one::twin *u, either *v) {}
//                     ^^^^^^^^^^ error c.unsupported
//                                 ^^^^^^^ error c.unsupported
//                                          ^^^^^^ error c.unsupported
//                                                  ^^^^^^^^^^ error c.unsupported
//                                                              ^^^^^^^ error c.unsupported
//                                                                       ^^^^^^^^^^^^ error c.unsupported
//                                                                                     ^^^^^^^^^ error c.unsupported

__global__ void values() {
    pair p = {1, 2};
    made m(3);
    started s;
    method o = {4};
    int x = o.twice();
    int *y = &p.a + 1;
//           ^^^^^^^^ error c.unsupported
    dim3 d(1, 2);
}

struct __align__(16) aligned {
    float x, y, z;
};
struct holder {
    float a;
    float2 b;
};
__global__ void sizes(int n) {
    n = sizeof(aligned);
//      ^^^^^^^^^^^^^^^ error c.unsupported
}
__global__ void spaces(int n) {
    // A `float2` is aligned to 8 bytes.
    assert(sizeof(holder) == 16);
    assert(sizeof(holder) == 12);
//  ^^^^^^ error assert:condition-false
}
