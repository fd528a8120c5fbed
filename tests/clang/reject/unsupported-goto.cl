// A jump to a label is not supported yet.

__kernel void k(int n) {
    if (n > 0) goto end;
//             ^^^^^^^^ error c.unsupported
    n = 1;
    end: n = 2;
//  ^^^^^^^^^^ error c.unsupported
}
