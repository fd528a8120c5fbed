// An annotation in the argument of a macro belongs to nothing.
#define DEF(name, body) void name(int n) body
DEF(first, { n++;
/*@ requires n == 7; @*/
barrier(CLK_LOCAL_MEM_FENCE); })
__kernel void second(int n) { 
//@ assert n == 7;
}
//! error c.annotation 4:1:24
