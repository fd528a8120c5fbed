// An annotation cannot assign a variable of the code.

__global__ void k(int n) {
    int x = 0;
    //@ x = 1;
//      ^^^^^ error c.annotation
    x = 2;
}
