// Unions that Sepal does not read.

union sizes { float f; uchar b; };
union bytes { uint u; uchar b[4]; };
union nested { float f; struct { short low, high; } s; };
union bits { float f; int i; };

int of(union bits b) {
    return b.i;
}

__kernel void k(__global int *a, float x) {
    union sizes one;
//  ^^^^^^^^^^^^^^^ error c.unsupported
    union bytes two;
//  ^^^^^^^^^^^^^^^ error c.unsupported
    union nested three;
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
    union bits four[2];
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
    union bits five;
    five.f = x;
    union bits six = five;
//                   ^^^^ error c.unsupported
    six = five;
//        ^^^^ error c.unsupported
    a[0] = of(five);
//            ^^^^ error c.unsupported
}

__kernel void shared(__global int *a) {
    __local union bits b;
//  ^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    b.f = 1.0f;
}
