// A call of a function that is only declared is not supported.

int elsewhere(int x);

__kernel void k(int n) {
    int x = elsewhere(n);
//          ^^^^^^^^^^^^ error c.unsupported
}
