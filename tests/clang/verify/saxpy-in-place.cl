// Each work-item replaces y[i] by a * x[i] + y[i], with two roundings.

/*@ kernel requires n <= x.length && n <= y.length;
    context tid < n ==> Perm(y[tid], write) ** Perm(x[tid], read);
    ensures tid < n ==> y[tid] === a * x[tid] + \old(y[tid]);
@*/
__kernel void saxpy(__global const float *x, __global float *y, float a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        y[i] = a * x[i] + y[i];
    }
}
