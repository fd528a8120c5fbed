// A pointer that was moved is no name of its array any more.

/*@ requires tid + 1 < a.length && ngroups == 1 && gsize == 1;
    context Perm(a[0], write) ** Perm(a[1], write);
    ensures a[0] == 9;
@*/
__global__ void k(int *a) {
    a[0] = 1;
    a[1] = 2;
    a++;
    a[0] = 9;
    //@ assert a[0] == 1;
//             ^ error type.dimensions
    //@ assert a[1] == 9;
//             ^ error type.dimensions
    a--;
    a[0] = 9;
}
