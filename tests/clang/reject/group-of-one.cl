// A group of one work-item has no neighbour.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    requires Perm(s[lid], write);
//                ^^^^^^ error contract.well-formed:out-of-bounds
@*/
__kernel void k(__global int *a) {
    __local int s[64];
    s[get_local_id(0)] = 3;
    a[get_global_id(0)] = 1;
}
