// The variable has no value when it is read.

__kernel void k(int n) {
    int x;
    int y = x;
//          ^ error expression:uninitialised
}
