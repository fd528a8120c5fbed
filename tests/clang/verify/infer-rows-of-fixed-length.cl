// Rows of a fixed length, one for each quantity. A launch must not be longer than a row.

#define N 32768
__kernel void k(__global const float *in, __global float *q) {
    int i = get_global_id(0);
    q[i] = in[i];
    q[N + i] = in[i] * in[i];
    q[2 * N + i] = q[i] + q[N + i];
}
