// A conversion to int rounds towards zero, so -2.75 becomes -2.

__global__ void k(int n) {
    int x = (int)-2.75f;
    //@ assert x == -3;
//             ^^^^^^^ error assert:condition-false
}
