// A float becomes a double without a change, and a double is rounded to a float.

__kernel void k(float x) {
    double wide = x;
    float back = (float)wide;
    //@ assert x == x ==> back == x;
    float third = 1.0 / 3.0;
    //@ assert third < 0.3333334f && 0.3333333f < third;
}
