// Unions are not supported yet.

union bits { float f; int i; };

__kernel void k(float x) {
    union bits b;
//  ^^^^^^^^^^^^ error c.unsupported
    b.f = x;
}
