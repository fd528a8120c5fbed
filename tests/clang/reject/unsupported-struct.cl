// Structures are not supported yet.

struct point { int x; int y; };

__kernel void k(int n) {
    struct point p;
//  ^^^^^^^^^^^^^^ error c.unsupported
}
