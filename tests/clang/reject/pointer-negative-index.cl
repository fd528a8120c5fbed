// The element in front of the array does not exist.

/*@ kernel requires 1 <= a.length && tcount == 1;
    context Perm(a[0], write);
@*/
__kernel void k(__global int *a) {
    __global int *p = a;
    p[-1] = 0;
//  ^^^^^ error store:out-of-bounds
}
