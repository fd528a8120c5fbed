// The null pointer is not supported yet.

__global__ void k(int *a) {
    if (a != nullptr) a[0] = 1;
//           ^^^^^^^ error c.unsupported
}
