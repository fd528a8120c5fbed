// An array of the thread has the values of its initialiser.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int q[4] = {1, 2, 3, 4};
    q[n % 4] += 10;
    //@ assert n == 6 ==> q[2] == 13;
    a[get_global_id(0)] = q[3];
}
