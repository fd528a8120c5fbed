// A blur in OpenCL: each work-item writes the mean of three neighbours.
//
// The annotations are comments for every other tool. `in.length` is the number of elements to which the pointer points,
// and the contract says what each work-item may access, and what it has computed at its end.

/*@ requires 0 <= n && n <= in.length && n <= out.length;
    context 0 < tid && tid < n - 1 ==> Perm(out[tid], write);
    context 0 < tid && tid < n - 1 ==> Perm(in[tid - 1], read) ** Perm(in[tid], read) ** Perm(in[tid + 1], read);
    ensures 0 < tid && tid < n - 1 ==> out[tid] === (in[tid - 1] + in[tid] + in[tid + 1]) / 3.0f;
@*/
__kernel void blur(__global const float *in, __global float *out, int n) {
    int i = get_global_id(0);
    if (i > 0 && i < n - 1) {
        out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3.0f;
    }
}
