// The parameter of the function is a uchar, so the function does not see 256.

int same(uchar x) {
    return x;
}

__kernel void k(int n) {
    int y = same(256);
    //@ assert y == 256;
//             ^^^^^^^^ error assert:condition-false
}
