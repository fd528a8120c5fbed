// The negative of the smallest int does not fit an int.

__kernel void k(int n) {
    int x = -n;
//          ^^ error expression:overflow
}
