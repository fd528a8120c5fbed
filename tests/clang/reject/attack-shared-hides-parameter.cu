// An array in a block hides a parameter.
/*@ requires n == 3; @*/
__global__ void k(int n) {
  { __shared__ int n;
    //@ assert n == 3;
  }
}
//! error c.annotation 4:5:16
//! error c.unsupported 4:5:16
