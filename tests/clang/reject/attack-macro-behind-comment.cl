// A macro of this name is no variable of the launch.
/* c */ #define lid 5
__kernel void k() { int r = lid;
 //@ assert lid == get_local_id(0);
}
//! error c.annotation 4:13:3
