// Elements of 16 bits: functions of integers are none of floats, rounding makes a difference, and indices are checked.

__kernel void least(__global half *x) {
    half a = x[0], b = min(a, a);
//                     ^^^^^^^^^ error c.unsupported
}

__kernel void converted(__global half *x) {
    int n = convert_int(x[0]);
//          ^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void of_vectors(__global half4 *x) {
//                       ^^^^^^^^^^^^^^^^^ error c.unsupported
}

__kernel void rounded(float x) {
    half a[2];
    vstore_half(x, 0, a);
    vstore_half_rtz(x, 1, a);
    //@ assert x == x ==> a[0] == a[1];
//             ^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
}

__kernel void outside() {
    half a[2];
    vstore_half(1.0f, 2, a);
//  ^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
}
