// With a bound on the launch, the product of the number of the work-item fits an int.

/*@ kernel requires tcount <= 46340 && tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == tid * tid;
@*/
__kernel void squares(__global int *a) {
    int i = get_global_id(0);
    a[i] = i * i;
}
