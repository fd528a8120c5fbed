// One argument changes what another one reads.

int twice(int x) {
    return 2 * x;
}
int add(int x, int y) {
    return x + y;
}

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int i = 0;
    int x = add(i++, twice(i));
//                   ^^^^^^^^ error c.unsequenced
    //@ assert x == 2 * n && i == 1;
    a[get_global_id(0)] = min(twice(n), 5);
}
