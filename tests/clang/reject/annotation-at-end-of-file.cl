// The last contract stands behind all kernels.

__kernel void k(int n) {
    int x = n;
}

  //@ requires n > 0;
//^^^^^^^^^^^^^^^^^^^ error c.annotation
