// The contract gives permissions for one array, and the kernel reads another one, whose length no declaration says.
/*@ kernel requires n <= in.length && n <= out.length;
    context tid < n ==> Perm(out[tid], write);
@*/
__kernel void copy(__global const int *in, __global int *out, int n) {
    int i = get_global_id(0);
    if (i < n) {
        out[i] = in[i];
//               ^^^^^ error load:insufficient-permission
    }
}
