// Marks of annotations on two lines.
__kernel void k(int n) { int x = 1; x = 2;
/\
*@ assert x == 1; @*/
/\
/@ assert x == 1;
}
//! error c.annotation 3:2:1
