// Each work-item chooses its value by a switch whose cases all end in a break.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures tid % 4 == 0 ==> a[tid] == 10;
    ensures tid % 4 == 1 ==> a[tid] == 20;
    ensures tid % 4 >= 2 ==> a[tid] == 0;
@*/
__kernel void k(__global int *a) {
    int i = get_global_id(0);
    switch (i % 4) {
    case 0:
        a[i] = 10;
        break;
    case 1:
        a[i] = 20;
        break;
    default:
        a[i] = 0;
        break;
    }
}
