// A copy must not change which row it copies: C computes both pointers before the first byte is copied.
#include <string.h>

__global__ void source() {
    int t[2][2] = {{1, 10}, {0, 20}};
    int cur[2] = {0, 0};
    memcpy(cur, t[cur[0]], sizeof(cur));
    //@ assert cur[1] == 20;
//             ^^^^^^^^^^^^ error assert:condition-false
}

__global__ void target() {
    int m[2][2] = {{0, 0}, {0, 0}};
    int b[2] = {1, 7};
    memcpy(m[m[0][0]], b, sizeof(b));
    //@ assert m[1][1] == 7;
//             ^^^^^^^^^^^^ error assert:condition-false
}

__global__ void set() {
    int m[2][2] = {{0, 0}, {0, 0}};
    memset(m[m[0][0]], 1, 2 * sizeof(int));
    //@ assert m[1][1] == 0x01010101;
//             ^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void partOfAnElement(int *a, int n) {
    memset(a, 0, n);
//  ^^^^^^^^^^^^^^^ error c.unsupported
}
