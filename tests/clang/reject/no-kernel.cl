// There is no kernel.

int twice(int x) {
    return 2 * x;
}
//! error c.no-kernel 1:1:0
