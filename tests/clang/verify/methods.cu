// Member functions, constructors and operators of structures.
struct vec {
    int x, y;
    __device__ vec() {}
    __device__ vec(int a, int b = 2) : x(a), y(b) {
        x += 1;
    }
    __device__ int dot(const vec &o) const {
        return x * o.x + y * o.y;
    }
    __device__ void set(int a) {
        this->x = a;
        y = a;
    }
    __device__ vec plus(int d) const;
    __device__ vec &operator+=(const vec &o) {
        x += o.x;
        y += o.y;
        return *this;
    }
    static __device__ int size() {
        return 2;
    }
    static constexpr int COUNT = 4;
};
__device__ vec vec::plus(int d) const {
    vec r = *this;
    r.set(x + d);
    return r;
}
__device__ vec operator+(vec a, const vec &b) {
    a += b;
    return a;
}
struct defaults {
    int a = 3;
    int b;
};
struct number {
    int n;
    __device__ number(int m) : n(m) {}
    __device__ operator int() const {
        return n;
    }
};
template <typename T, int N> struct box {
    T value;
    __device__ box() : value(N) {}
    __device__ T twice() const {
        return 2 * value;
    }
};

/*@ requires tid < v.length;
    context Perm(v[tid], write);
    ensures v[tid].x == 7 && v[tid].y == 7;
@*/
__global__ void members(vec *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    vec a(1), b;
    assert(a.x == 2 && a.y == 2);
    b.set(5);
    vec c = a + b;
    assert(a.x == 2 && b.x == 5 && c.x == 7 && c.y == 7);
    c += a;
    assert(c.dot(a) == 36 && vec(0, 1).dot(b) == 10);
    vec d{1, 4}, e = vec(3, 3).plus(1), f = d;
    f.set(9);
    assert(d.x == 2 && d.y == 4 && e.x == 5 && e.y == 5);
    assert(vec::size() + vec::COUNT == 6);
    v[i].set(7);
    vec *p = v + i;
    assert(p->dot(v[i]) == 98);
}

__global__ void created(int n) {
    defaults d, e{};
    assert(d.a == 3 && e.a == 3 && e.b == 0);
    number m = 4;
    int k = m;
    assert(k == 4 && number(5) + m == 9);
    box<int, 3> b;
    box<long, 5> c;
    assert(b.twice() == 6 && c.twice() == 10);
}

// Each thread has its own element, which is found without annotations.
__global__ void inferred(vec *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    v[i].set(vec(1, 1).dot(vec(2)));
}
