// The names of an enumeration are numbers that count on from the last one that is given.

enum color { RED, GREEN = 5, BLUE };

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 11;
@*/
__kernel void k(__global int *a) {
    int x = RED + GREEN + BLUE;
    a[get_global_id(0)] = x;
}
