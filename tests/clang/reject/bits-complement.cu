// The complement of 5 is -6, and not -5.

__global__ void k(int n) {
    int x = ~5;
    //@ assert x == -5;
//             ^^^^^^^ error assert:condition-false
}
