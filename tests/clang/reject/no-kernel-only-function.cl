// The file contains a function, and no kernel that calls it.

int next(int x) {
    return x + 1;
}
//! error c.no-kernel 1:1:0
