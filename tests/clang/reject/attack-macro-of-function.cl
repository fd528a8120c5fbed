// A macro hides a function of the launch.
#define get_local_id(x) 7
__kernel void k() { int r = get_local_id(0);
//@ assert r == 7 && get_local_id(0) == lid;
}
//! error c.annotation 4:22:12
