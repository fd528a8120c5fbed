// A constant in a block hides a parameter.
/*@ requires n == 3; @*/
__kernel void k(int n) {
  { enum { n = 5 };
    //@ assert n == 3;
  }
}
//! error c.annotation 4:12:5
