// A variable of an enumeration is not supported yet.

enum color { RED, GREEN };

__kernel void k(int n) {
    enum color c = GREEN;
//  ^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
