// Near the smallest numbers, an error of 3 ulp is more than the value.

//@ requires tid < a.length ** Perm(a[tid], write);
__kernel void k(__global float *a) {
    float x = a[get_global_id(0)], e = exp(x), l = log(x), r = sqrt(x);
    if (x == x) {
        //@ assert e >= 0.0f;
//                 ^^^^^^^^^ unknown assert:condition-false
        //@ assert r >= 0.0f;
//                 ^^^^^^^^^ unknown assert:condition-false
    }
    if (x >= -80.0f && x <= 80.0f) {
        //@ assert e > 0.0f;
        //@ assert l >= 0.0f;
//                 ^^^^^^^^^ unknown assert:condition-false
    }
    a[get_global_id(0)] = e;
}
