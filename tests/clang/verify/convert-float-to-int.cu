// A conversion from float to int rounds towards zero.

__global__ void k(float x) {
    int a = (int)2.75f;
    int b = (int)-2.75f;
    //@ assert a == 2 && b == -2;
    if (x >= 0.0f && x < 100.0f) {
        int c = (int)x;
        //@ assert 0 <= c && c < 100;
    }
}
