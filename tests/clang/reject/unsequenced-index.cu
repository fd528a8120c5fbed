// C++17 orders the sides of an assignment, but not the two operands of a sum.

/*@ kernel requires a.length == 4;
    context (\forall* int j = 0 .. 4; Perm(a[j], read));
@*/
__global__ void k(const int *a) {
    int i = 0;
    int x = a[i++] - a[i++];
//                   ^^^^^^ error c.unsequenced
}
