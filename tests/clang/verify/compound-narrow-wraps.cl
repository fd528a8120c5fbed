// A compound assignment of a narrow type computes in int, and the store keeps the low 8 bits.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 4;
@*/
__kernel void k(__global int *a) {
    uchar c = 250;
    c += 10;
    a[get_global_id(0)] = c;
}
