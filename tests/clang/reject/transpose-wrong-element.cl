// The work-item copies its own element, and the contract promises the mirrored one.

/*@ kernel requires gsize.x == 4 && gsize.y == 4 && ngroups.x == 1 && ngroups.y == 1;
    kernel requires in.length == 16 && out.length == 16;
    context Perm(in[tid.y * 4 + tid.x], read) ** Perm(in[tid.x * 4 + tid.y], read);
    context Perm(out[tid.y * 4 + tid.x], write);
    ensures out[tid.y * 4 + tid.x] == in[tid.x * 4 + tid.y];
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void transpose(__global const int *in, __global int *out) {
    int x = get_local_id(0);
    int y = get_local_id(1);
    out[y * 4 + x] = in[y * 4 + x];
}
