// The tile has eight columns, and the group has sixteen work-items in a row.

/*@ kernel requires gsize.x == 16 && gsize.y == 8;
    requires Perm(t[lid.y][lid.x], write);
//                ^^^^^^^^^^^^^^^ error contract.well-formed:out-of-bounds
@*/
__kernel void k(int n) {
    __local int t[8][8];
    t[get_local_id(1)][get_local_id(0)] = n;
}
