// The index can be 4.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    int q[4] = {1, 2, 3, 4};
    q[n % 5] += 10;
//  ^^^^^^^^ error load:out-of-bounds
//  ^^^^^^^^^^^^^^ unknown expression:overflow
    //@ assert n == 6 ==> q[2] == 13;
//             ^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    a[get_global_id(0)] = q[3];
}
