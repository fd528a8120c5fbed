// OpenCL allows the sine an error of 4 ulp, so it may be above 1.

//@ requires tid < a.length ** Perm(a[tid], write);
__kernel void k(__global float *a) {
    float x = a[get_global_id(0)], s = sin(x), c = cos(x);
    if (x >= -1000.0f && x <= 1000.0f) {
        //@ assert s <= 1.000001f;
        //@ assert s <= 1.0f;
//                 ^^^^^^^^^ unknown assert:condition-false
        //@ assert c >= -1.0f;
//                 ^^^^^^^^^^ unknown assert:condition-false
    }
    // That of an infinity is a NaN.
    //@ assert s <= 1.000001f;
//             ^^^^^^^^^^^^^^ unknown assert:condition-false
    // The sine of vectors is another function with the same bounds.
    float4 v = sin((float4)(0.5f));
    float half_sine = sin(0.5f);
    //@ assert v.x <= 1.000001f;
    //@ assert v.x == half_sine;
//             ^^^^^^^^^^^^^^^^ unknown assert:condition-false
    a[get_global_id(0)] = s;
}
