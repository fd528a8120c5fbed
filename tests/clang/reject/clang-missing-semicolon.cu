// A semicolon is missing, and clang reports it.

__global__ void k(int n) {
    int x = n
}
//! error c.clang 4:14:0
