// The work-item reads a row of the tile, and the barrier gives it only one element.

/*@ kernel requires gsize.x == 4 && gsize.y == 4 && ngroups.x == 1 && ngroups.y == 1 && c.length == 16;
    context Perm(c[tid.y * 4 + tid.x], write);
    requires Perm(s[lid.y][lid.x], write);
@*/
__kernel void sums(__global float *c) {
    __local float s[4][4];
    int x = get_local_id(0);
    int y = get_local_id(1);
    s[y][x] = 1.0f;
    /*@ requires Perm(s[lid.y][lid.x], write);
        ensures Perm(s[lid.y][lid.x], read);
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int k = 0; k < 4; k++) {
        sum += s[y][k];
//             ^^^^^^^ error load:insufficient-permission
    }
    c[y * 4 + x] = sum;
}
