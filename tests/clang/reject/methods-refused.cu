// Structures whose values are more than their fields, or whose functions are not known.
struct base {
    int a;
};
struct derived : base {
    int b;
};
struct with_virtual {
    int a;
    __device__ virtual int get() {
        return a;
    }
};
struct ending {
    int a;
    __device__ ~ending() {
        a = 0;
    }
};
struct assigned {
    int a;
    __device__ assigned &operator=(int n) {
        a = n + 1;
        return *this;
    }
};
struct copied {
    int a;
    __device__ copied() : a(0) {}
    __device__ copied(const copied &o) : a(o.a + 1) {}
};
struct generic {
    int a;
    __device__ generic() : a(0) {}
    template <typename T> __device__ generic(T &o) : a(o.a + 1) {}
};
union either {
    int a;
    float b;
};
struct of_itself {
    int a = 1;
    int b = a + 1;
};
struct counted {
    int a;
    __device__ int next() {
        static int n = 0;
//      ^^^^^^^^^^^^^^^^ error c.unsupported
        return n++;
    }
};
struct declared {
    int a;
    __device__ int get() const;
};
struct elsewhere {
    int a;
    __device__ int get() const {
        return a;
    }
    __device__ int &place() {
        return a;
    }
};

__global__ void k(int n) {
    derived d;
//  ^^^^^^^^^ error c.unsupported
    with_virtual v;
//  ^^^^^^^^^^^^^^ error c.unsupported
    ending e;
//  ^^^^^^^^ error c.unsupported
    assigned s;
//  ^^^^^^^^^^ error c.unsupported
    copied c;
//  ^^^^^^^^ error c.unsupported
    generic g;
//  ^^^^^^^^^ error c.unsupported
    either u;
    of_itself i{};
//              ^ error c.unsupported
    declared l;
    l.a = 1;
    n = l.get();
//      ^^^^^^^ error c.unsupported
    elsewhere w;
    w.place() = 1;
//  ^^^^^^^^^ error c.unsupported
    counted o;
    n = o.next();
}
