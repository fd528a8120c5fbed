// Constructs that would mean something else if they were skipped.
extern "C" __device__ int elsewhere(int x);

struct own {
    static __device__ int max(int x, int y) {
        return x + y;
    }
};

__global__ void k(int *a, int n) {
    extern __shared__ int s[];
    extern __shared__ float t[];
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int elsewhere_too(int x);
//  ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    switch (n) {
    case 1:
        int x;
//      ^^^^^^ error c.unsupported
        x = elsewhere(n);
    }
    a[0] = own::max(n, 1);
    if (int y = n) a[1] = y;
//  ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
