// `n *= 0.5f` computes in float and rounds the result towards zero.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 3;
@*/
__kernel void k(__global int *a) {
    int n = 7;
    n *= 0.5f;
    a[get_global_id(0)] = n;
}
