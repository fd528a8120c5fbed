// A float of 1e10 is too large for an int.

/*@ kernel requires 0.0f <= x && x <= 1e10f; @*/
__kernel void k(float x) {
    int n = (int)x;
//          ^^^^^^ error expression:overflow
}
