// Elements that a list does not name are zero, and not the last one that it names.
__global__ void k(int n) {
    int a[4] = {3, 3}, b[2][2] = {{1}};
    assert(n != 0 || a[2] == 3);
//  ^^^^^^ error assert:condition-false
    assert(n != 1 || b[1][0] == 1);
//  ^^^^^^ error assert:condition-false
}

__global__ void order(int n) {
    int c[2] = {n++, n};
//                   ^ error c.unsequenced
}
