// In CUDA, the functions for `float` have an `f` behind their names, and need not.
// trusted

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void k(float *a, double d) {
    float x = a[blockIdx.x * blockDim.x + threadIdx.x];
    float one = fabsf(x), two = fabs(x);
    //@ assert one === two;
    //@ assert one === fabsf(x) && one === fabs(x);
    if (x >= -50.0f && x <= 50.0f) {
        float e = expf(x), t = tanhf(x), r = rintf(x);
        //@ assert e > 0.0f && e <= 3.4028235e38f;
        //@ assert t <= 1.01f;
        //@ assert r - x <= 0.5f;
        int k = (int)r;
        //@ assert -50 <= k && k <= 50;
    }
    double w = floor(d);
    if (d >= 0.0 && d <= 1000.0) {
        //@ assert w <= d;
        //@ assert w == floor(d);
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = one;
}
