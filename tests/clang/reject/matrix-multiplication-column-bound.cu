// The inner loop compares with the wrong bound and leaves the rows of the second matrix.

/*@ kernel requires a.length == 32 && b.length == 32 && tcount == 1;
    context (\forall* int j = 0 .. 32; Perm(a[j], read) ** Perm(b[j], read));
@*/
__global__ void multiply(const unsigned *a, const unsigned *b) {
    unsigned sum = 0;
    for (int k = 0; k < 8; k++) {
        sum += a[k] * b[k * 8];
//                    ^^^^^^^^ error load:out-of-bounds
    }
}
