// A work-group of 4 by 4 loads a tile of both matrices into local memory and multiplies the tiles.

/*@ kernel requires gsize.x == 4 && gsize.y == 4 && ngroups.x == 1 && ngroups.y == 1;
    kernel requires a.length == 16 && b.length == 16 && c.length == 16;
    context Perm(a[tid.y * 4 + tid.x], read) ** Perm(b[tid.y * 4 + tid.x], read) ** Perm(c[tid.y * 4 + tid.x], write);
    requires Perm(s[lid.y][lid.x], write) ** Perm(t[lid.y][lid.x], write);
@*/
__kernel void multiply(__global const float *a, __global const float *b, __global float *c) {
    __local float s[4][4], t[4][4];
    int x = get_local_id(0);
    int y = get_local_id(1);
    s[y][x] = a[y * 4 + x];
    t[y][x] = b[y * 4 + x];
    /*@ requires Perm(s[lid.y][lid.x], write) ** Perm(t[lid.y][lid.x], write);
        ensures (\forall* int k = 0 .. 4; Perm(s[lid.y][k], read) ** Perm(t[k][lid.x], read));
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        sum += s[y][k] * t[k][x];
    }
    c[y * 4 + x] = sum;
}
