// The lesser of two zeros may be either.

//@ requires tid < a.length ** Perm(a[tid], write);
__global__ void k(float *a) {
    float zero = fminf(0.0f, -0.0f);
    //@ assert zero == 0.0f;
    //@ assert zero === -0.0f;
//             ^^^^^^^^^^^^^^ unknown assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = zero;
}
