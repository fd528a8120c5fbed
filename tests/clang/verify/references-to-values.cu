// A value to which a reference leads exists until the expression with the call ends, so what a function returns may
// lead to the value.

template <class T> __device__ const T &larger(const T &a, const T &b) {
    if (a < b) return b;
    return a;
}

__global__ void use(int n) {
    int v = larger(n, 3);
    assert(v >= 3);
    v = larger(v, 4) - larger(v, 5);
    assert(v <= 0);
}

// An array of constants is one of the reference only.
__device__ int total(const int (&t)[2]) {
    return t[0] + t[1];
}

__global__ void constants() {
    int t[2];
    t[0] = 1;
    t[1] = 2;
    int s = total(t);
    t[1] = 7;
    assert(s == 3 && t[1] == 7);
}
