// An int of more than 24 bits is rounded to the nearest float.

__kernel void k(int n) {
    float x = 16777217;
    float y = 16777216;
    //@ assert x == y;
    float z = 3;
    //@ assert z == 3.0f;
}
