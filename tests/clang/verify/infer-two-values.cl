// Both branches write the element of the work-item.

__kernel void step(__global const float *x, __global float *y, int n) {
    int i = get_global_id(0);
    if (i < n) {
        if (x[i] > 0.0f) y[i] = 1.0f; else y[i] = 0.0f;
    }
}
