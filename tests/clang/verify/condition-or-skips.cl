// The right side of `||` is not evaluated if the left side is true, so its side effect does not happen.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 0;
@*/
__kernel void k(__global int *a) {
    int x = 0;
    if (x == 0 || x++ > 0) {
        a[get_global_id(0)] = x;
    } else {
        a[get_global_id(0)] = 9;
    }
}
