// The element belongs to another work-item.

/*@ kernel requires gsize.x == 16 && gsize.y == 16;
    context Perm(t[lid.y][lid.x], write);
@*/
__kernel void stay(int n) {
    __local int t[16][17];
    int x = get_local_id(0);
    int y = get_local_id(1);
    t[x][y] = n;
//  ^^^^^^^ error store:insufficient-permission
    t[y][x] = t[y][x] / 2;
}
