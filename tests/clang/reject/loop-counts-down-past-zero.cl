// An unsigned counter is always at least 0, so the loop runs on with the largest number.

/*@ kernel requires a.length == 8 && tcount == 1;
    context (\forall* int j = 0 .. 8; Perm(a[j], write));
@*/
__kernel void clear(__global int *a) {
    for (uint j = 7; j >= 0; j--) {
        a[j] = 0;
//      ^^^^ error store:out-of-bounds
    }
}
