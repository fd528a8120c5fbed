// A work-group of 16 by 16 transposes its tile of local memory, element by element.

/*@ kernel requires gsize.x == 16 && gsize.y == 16;
    requires Perm(t[lid.y][lid.x], write);
    ensures Perm(t[lid.x][lid.y], write) ** t[lid.x][lid.y] == n;
@*/
__kernel void turn(int n) {
    __local int t[16][16];
    int x = get_local_id(0);
    int y = get_local_id(1);
    t[y][x] = n;
    /*@ requires Perm(t[lid.y][lid.x], write) ** t[lid.y][lid.x] == n;
        ensures Perm(t[lid.x][lid.y], write) ** t[lid.x][lid.y] == n;
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    int seen = t[x][y];
    t[x][y] = seen;
}
