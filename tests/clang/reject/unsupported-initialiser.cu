// A text as the initialiser of an array is not supported yet.

__global__ void k(int n) {
    char a[4] = "abc";
//  ^^^^^^^^^^^^^^^^^ error c.unsupported
}
