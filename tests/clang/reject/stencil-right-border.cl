// The contract gives the last work-item an element behind the end of the array.

/*@ kernel requires tcount == in.length && tcount <= out.length;
    context Perm(out[tid], write) ** Perm(in[tid + 1], read);
//                                        ^^^^^^^^^^^ error contract.well-formed:out-of-bounds
@*/
__kernel void shift(__global const float *in, __global float *out) {
    int i = get_global_id(0);
    out[i] = in[i + 1];
}
