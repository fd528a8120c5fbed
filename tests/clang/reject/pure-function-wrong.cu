// The function of the code doubles its argument, and that of the annotations triples it.

//@ pure int triple(int x) = 3 * x;

__device__ int twice(int x) {
    return x + x;
}

/*@ kernel requires 0 <= n && n <= 1000; @*/
__global__ void k(int n) {
    int x = twice(n);
    //@ assert x == triple(n);
//             ^^^^^^^^^^^^^^ error assert:condition-false
}
