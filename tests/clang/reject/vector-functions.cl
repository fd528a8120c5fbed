// Functions of vectors: what they do not give.

__kernel void k(float4 f, float4 g, int4 m, int n) {
    int4 r = (int4)(4, 3, 2, 1);
    short4 c = convert_short4((int4)(100000));
    if (n == 0) {
        //@ assert c.x == 32767;
//                 ^^^^^^^^^^^^ error assert:condition-false
    }
    int q = all(r);
    if (n == 1) {
        //@ assert q == 1;
//                 ^^^^^^ error assert:condition-false
    }
    int4 s = select((int4)(1), (int4)(2), r);
    if (n == 2) {
        //@ assert s.x == 2;
//                 ^^^^^^^^ error assert:condition-false
    }
    s = select((int4)(1), (int4)(2), r > 2);
    if (n == 3) {
        //@ assert s.x == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    int4 less = isless((float4)(1.0f), (float4)(2.0f));
    if (n == 4) {
        //@ assert less.x == 1;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
    float x = sin(f.x);
    float4 y = sin(f);
    if (n == 5) {
        //@ assert y.x === x;
//                 ^^^^^^^^^ unknown assert:condition-false
    }
    x = dot(f, g);
    if (n == 6) {
        //@ assert x === f.x * g.x + f.y * g.y + f.z * g.z + f.w * g.w;
//                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
    }
    int4 far = r;
    if (n == 7) far = convert_int4(f);
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
//                    ^^^^^^^^^^^^^^^ unknown expression:overflow
    if (n == 8) s = clamp(r, m, 3);
//                  ^^^^^^^^^^^^^^ unknown assert:condition-false
//                  ^^^^^^^^^^^^^^ unknown assert:condition-false
//                  ^^^^^^^^^^^^^^ unknown assert:condition-false
//                  ^^^^^^^^^^^^^^ unknown assert:condition-false
    int size = sizeof(float3);
    if (n == 9) {
        //@ assert size == 12;
//                 ^^^^^^^^^^ unknown assert:condition-false
    }
    float4 once = fma(f, g, f);
    if (n == 10) {
        //@ assert once.x === f.x * g.x + f.x;
//                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown assert:condition-false
    }
}
