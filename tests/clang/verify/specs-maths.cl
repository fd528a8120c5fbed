// What standards promise of functions of mathematics: a number becomes one of 256 classes.
// trusted

//@ requires tid < a.length && tid < bin.length ** Perm(a[tid], read) ** Perm(bin[tid], write);
__kernel void classes(__global const float *a, __global int *bin, double d) {
    float x = a[get_global_id(0)];
    if (x == x) {
        float c = fmin(fmax(x, 0.0f), 255.0f);
        int k = (int)floor(c);
        //@ assert 0 <= k && k <= 255;
        //@ assert c == fmin(fmax(x, 0.0f), 255.0f);
        bin[get_global_id(0)] = k;
    }
    if (x >= -100.0f && x <= 100.0f) {
        float s = sin(x), e = exp(-fabs(x));
        //@ assert -1.01f <= s && s <= 1.01f;
        //@ assert s === sin(x);
        float root = sqrt(fabs(x));
        //@ assert root >= 0.0f;
        double wide = fabs(d);
        //@ assert d == d ==> wide >= 0.0d;
        // In each lane of a vector.
        float4 lanes = fmax(fabs((float4)(x, -x, 1.0f, s)), 0.5f);
        //@ assert lanes.x >= 0.5f && lanes.z >= 1.0f;
    }
}
