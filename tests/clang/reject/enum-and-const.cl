// The last colour is 7.

enum colour { RED, GREEN = 6, BLUE };
__constant const int LIMIT = 10;
typedef int number;

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int x = RED + BLUE + LIMIT;
    //@ assert x == 16;
//             ^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = x;
}
