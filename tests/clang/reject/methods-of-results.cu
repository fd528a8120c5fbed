// A place that a function returns is no copy: its object would change.
struct counter {
    int n;
    __device__ counter &add(int d) {
        n += d;
        return *this;
    }
    __device__ int get() const {
        return n;
    }
};
__device__ counter &same(counter &c) {
    return c;
}

__global__ void chain(int m) {
    counter c = {0}, d = {0};
    c.add(1).add(1);
//  ^^^^^^^^ error c.unsupported
    same(c).n = 3;
//  ^^^^^^^ error c.unsupported
    (m > 0 ? c : d).add(1);
//  ^^^^^^^^^^^^^^^ error c.unsupported
    static_cast<counter &&>(c).add(1);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    counter &r = same(c);
//               ^^^^^^^ error c.unsupported
}

__global__ void read(int m) {
    counter c = {0};
    assert(same(c).n == 0);
    c.add(2);
    assert(same(c).n == 0);
//  ^^^^^^ error assert:condition-false
}
