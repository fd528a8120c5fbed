// An initialiser that leaves out elements is not supported yet.

__global__ void k(int n) {
    int q[4] = {1, 2};
//  ^^^^^^^^^^^^^^^^^ error c.unsupported
}
