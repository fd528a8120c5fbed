// The default case stands in the middle, and each case of the function returns.

int name(int x) {
    switch (x) {
    case 7:
        return 1;
    default:
        return 2;
    case -7:
        return 3;
    }
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures x == 7 ==> a[tid] == 1;
    ensures x == -7 ==> a[tid] == 3;
    ensures x == 8 ==> a[tid] == 2;
@*/
__kernel void k(__global int *a, int x) {
    a[get_global_id(0)] = name(x);
}
