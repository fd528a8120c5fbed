// OpenCL C does not say whether the index is computed before the increment on the right side.

/*@ kernel requires 4 <= a.length && tcount == 1;
    context Perm(a[0], write) ** Perm(a[1], write);
@*/
__kernel void k(__global int *a) {
    int i = 0;
    a[i] = i++;
//         ^^^ error c.unsequenced
}
