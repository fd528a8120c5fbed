// A lambda that refers to a variable means the variable, also while another lambda has a copy of the variable.

__global__ void captured(int *a) {
    int y = threadIdx.x + blockIdx.x * blockDim.x;
    auto store = [&y, a](int v) { a[y] = v; };
    auto v = [&store, y]() { store(y); };
//                           ^^^^^^^^ error c.unsupported
    y = 0;
    v();
}

__global__ void passed() {
    int x = 1, y = 10;
    auto add = [&x, &y](int n) { x = y + n; };
    auto copy = [y](decltype(add) g) { g(y - 9); };
//                                     ^^^^^^^^ error c.unsupported
    y = 50;
    copy(add);
    assert(x == 11);
}

// The name of a lambda hides other declarations, also from annotations.
__global__ void hidden() {
    int f = 7;
    {
        auto f = [](int x) { return x; };
        int y = f(3);
        //@ assert f == 7;
//                 ^ error c.unsupported
    }
}
