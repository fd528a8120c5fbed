// One step of a scan: each work-item adds the element that stands d places to its left.

/*@ kernel requires gsize == 64 && ngroups == 1 && 1 <= d && d < 64 && in.length == 64 && out.length == 64;
    context (\forall* int j = 0 .. 64; Perm(in[j], read));
    context Perm(out[tid], write);
    requires Perm(x[lid], write);
    requires (\forall int j = 0 .. 64; 0 <= in[j] && in[j] <= 1000);
    ensures lid >= d ==> out[tid] == in[tid] + in[tid - d];
    ensures lid < d ==> out[tid] == in[tid];
@*/
__kernel void scan_step(__global const int *in, __global int *out, int d) {
    __local int x[64];
    int i = get_local_id(0);
    x[i] = in[i];
    int sum = in[i];
    /*@ context Perm(out[tid], write);
        requires Perm(x[lid], write) ** x[lid] == in[tid];
        context (\forall* int j = 0 .. 64; Perm(in[j], read));
        ensures lid >= d ==> Perm(x[lid - d], read) ** x[lid - d] == in[tid - d];
    @*/
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= d) {
        sum += x[i - d];
    }
    out[i] = sum;
}
