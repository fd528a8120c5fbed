// The name is not declared.

__kernel void k(int n) {
    int x = size;
//          ^^^^ error c.clang
}
