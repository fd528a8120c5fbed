// A function writes its two results through pointers into an array of the work-item.

void divide(int a, int b, int *out) {
    out[0] = a / b;
    out[1] = a % b;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 3 * 10 + 2;
@*/
__kernel void k(__global int *a) {
    int both[2];
    divide(17, 5, both);
    a[get_global_id(0)] = both[0] * 10 + both[1];
}
