// Elements that a list does not name are zero.
__kernel void k(int n) {
    int a[4] = {1, 2}, b[2][3] = {{1, 2, 3}, {4}}, c[8] = {0};
    float4 v[3] = {(float4)(1.0f)};
    //@ assert a[0] == 1 && a[1] == 2 && a[2] == 0 && a[3] == 0;
    //@ assert b[0][2] == 3 && b[1][0] == 4 && b[1][1] == 0 && b[1][2] == 0;
    //@ assert c[0] == 0 && c[7] == 0 && v[0].y == 1.0f && v[2].w == 0.0f;
}
