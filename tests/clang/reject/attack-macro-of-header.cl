// A macro of a header hides a variable of the launch.
#include "attack-macro-of-header.h"
__kernel void k() { int r = lid;
 //@ assert lid == get_local_id(0);
}
//! error c.annotation 4:13:3
