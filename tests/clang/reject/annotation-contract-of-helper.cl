// A function that a kernel calls has no contract of its own.

  /*@ requires x > 0; @*/
//^^^^^^^^^^^^^^^^^^^^^^^ error c.annotation
int next(int x) {
    return x - 1;
}

__kernel void k(int n) {
    int y = next(5);
}
