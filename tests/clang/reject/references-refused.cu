// References that Sepal does not read.
__device__ int &id(int &a) {
    return a;
}
__device__ void move(int *&a) {
//                   ^^^^^^^ error c.unsupported
    a++;
}
__device__ void set(int &a) {
    a = 1;
}
__device__ int take(int &&a) {
//                  ^^^^^^^ error c.unsupported
    return a;
}

__global__ void k(int *q, int n) {
    int m = 3, o = 4;
    id(m);
    move(q);
    set(n > 3 ? m : o);
    int &p = q[0];
    //@ assert p == 1;
//             ^ error c.unsupported
    {
        int &q = m;
        //@ assert q == 3 && q[0] == 3;
//                           ^ error type.dimensions
    }
    const int &t = n + 1;
//                 ^^^^^ error c.unsupported
    auto &u = q;
//  ^^^^^^^^^^^ error c.unsupported
    m = take(4);
}
