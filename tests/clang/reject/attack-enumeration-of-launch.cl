// A constant in a block hides a variable of the launch.
__kernel void k() { 
 enum { tid = 5 };
 //@ assert tid == get_global_id(0);
}
//! error c.annotation 3:9:7
