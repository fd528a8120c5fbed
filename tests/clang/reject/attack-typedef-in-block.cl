// A type in a block hides a parameter.
/*@ requires n == 3; @*/
__kernel void k(int n) {
  enum { n_ = 5 };
  { typedef int n; n y = 4;
    //@ assert n == 3;
  }
}
//! error c.annotation 5:5:13
