// The contract gives a share for reading, and the code writes.

/*@ kernel requires tcount <= x.length && tcount <= y.length;
    context Perm(y[tid], read) ** Perm(x[tid], read);
@*/
__kernel void saxpy(__global const float *x, __global float *y, float a) {
    int i = get_global_id(0);
    y[i] = a * x[i];
//  ^^^^ error store:insufficient-permission
}
