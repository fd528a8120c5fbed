// Vectors in global, local and private memory: a permission for a vector is one for each lane.

/*@ kernel requires gsize.x == 4 && get_num_groups(0) == 1;
    kernel requires in.length == 4 && out.length == 4;
    requires Perm(in[tid], read) ** Perm(out[tid], write) ** Perm(tile[lid], write);
    ensures Perm(out[tid], write) ** out[tid].x == \old(in[tid].w);
    ensures Perm(in[tid], read);
    ensures tid == 3 ==> out[tid].y == 7;
@*/
__kernel void k(__global const int4 *in, __global int4 *out) {
    __local int4 tile[4];
    __local int2 pair;
    int i = get_global_id(0);
    int4 own[2] = {in[i], (int4)(7)};
    own[0].xw = own[0].wx;
    tile[i] = own[0];
    tile[i].y = 7;
    /*@ requires Perm(tile[lid], write) ** Perm(in[tid], read);
        requires tile[lid].y == 7 && tile[lid].x == in[tid].w;
        ensures Perm(tile[lid], read) ** Perm(in[tid], read);
        ensures tile[lid].y == 7 && tile[lid].x == in[tid].w;
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    __local int4 *p = tile + i;
    out[i] = *p;
    if (i == 3) out[i].yz = own[1].xy;
    __global int4 *q = &out[i];
    q->z = q[0].z;
}
