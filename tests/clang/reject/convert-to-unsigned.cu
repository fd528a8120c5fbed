// A negative int is a large unsigned int.

__global__ void k(int n) {
    unsigned u = n;
    //@ assert u == n;
//             ^^^^^^ error assert:condition-false
}
