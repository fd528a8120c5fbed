// A name of a namespace hides a parameter.
namespace N { enum { n = 5 }; }
/*@ requires n == 3; @*/
__global__ void k(int n) {
  { using N::n;
    int r = n;
    //@ assert r == 5 && n == 3;
  }
}
//! error c.annotation 5:5:10
