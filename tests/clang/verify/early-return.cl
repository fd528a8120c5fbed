// A thread without element returns at once.

/*@ requires 0 <= n && n <= a.length;
    context tid < n ==> Perm(a[tid], write);
    ensures tid < n ==> a[tid] == 7;
@*/
__kernel void fill(__global int *a, int n) {
    if (get_global_id(0) >= n) return;
    a[get_global_id(0)] = 7;
}
