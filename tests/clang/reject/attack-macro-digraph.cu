// Another way to define a macro.
#define tid_ 1
%:define tid 5
__global__ void k() { int r = tid;
 //@ assert r == 5 && tid == get_global_id(0);
}
//! error c.annotation 5:23:3
//! error resolve.unknown-function 5:30:13
