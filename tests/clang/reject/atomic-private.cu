// No other thread sees a variable of a thread, so an atomic function on it is a mistake.

__global__ void k(int n) {
    int x = 0, q[4];
    atomicAdd(&x, 1);
//  ^^^^^^^^^^^^^^^^ error c.unsupported
    atomicAdd(&q[n], 1);
//  ^^^^^^^^^^^^^^^^^^^ error c.unsupported
    atomicAdd(&n, 1);
//  ^^^^^^^^^^^^^^^^ error c.unsupported
}
