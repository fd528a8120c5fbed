// Ghost code must not write memory that the code reads.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    //@ ghost a[tid] = 1;
//            ^^^^^^ error type.ghost
    a[get_global_id(0)] = 2;
}
