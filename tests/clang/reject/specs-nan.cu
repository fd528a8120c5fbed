// A NaN takes all that is promised of numbers.

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void k(float *a, int which) {
    float x = a[blockIdx.x * blockDim.x + threadIdx.x];
    float low = fminf(x, 255.0f), whole = floorf(x), away = fabsf(x);
    if (which == 0) {
        //@ assert low <= 255.0f;
//                 ^^^^^^^^^^^^^ unknown assert:condition-false
    } else if (which == 1) {
        //@ assert whole <= x;
//                 ^^^^^^^^^^ unknown assert:condition-false
    } else if (which == 2) {
        //@ assert away >= 0.0f;
//                 ^^^^^^^^^^^^ unknown assert:condition-false
    } else if (x == x) {
        //@ assert low <= 255.0f && whole <= x && away >= 0.0f;
    }
}
