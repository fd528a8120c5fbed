// An array in a block hides a variable.
__global__ void k() {
  int s = 3;
  { __shared__ int s;
    //@ assert s == 3;
  }
}
//! error c.annotation 4:5:16
