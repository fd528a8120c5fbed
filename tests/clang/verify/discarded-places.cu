// C++ reads no variable and no element whose value is discarded.

struct S {
    int a;
    int b;
};

__global__ void unused(int *o, int n) {
    int x;
    S s;
    (void)x;
    (void)s;
    s.a;
    (void)o[0];
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = 1;
}
