#define SYNC barrier(CLK_LOCAL_MEM_FENCE);
/*@ requires gsize == 2 && Perm(s[lid], write); @*/
__kernel void k(int n) { __local int s[2]; int i = get_local_id(0);
s[i] = 1;
SYNC /*@ requires Perm(s[lid], write) ** s[lid] == 1; ensures Perm(s[1-lid], write) ** s[1-lid] == 1; @*/ 
SYNC
}
