// The function writes the element behind the one that its caller owns.

void put(__global int *p, int i) {
    p[i + 1] = 0;
//  ^^^^^^^^ error store:out-of-bounds
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    put(a, get_global_id(0));
}
