// The code reads a ghost variable, which does not exist for the compiler.

__kernel void k(int n) {
    //@ ghost int g = 1;
    int x = g;
//          ^ error c.clang
}
