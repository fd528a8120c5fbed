// The value of the inner assignment is that of the unsigned char, and not 300.

__global__ void k(int n) {
    unsigned char c;
    int x = c = 300;
    //@ assert x == 300;
//             ^^^^^^^^ error assert:condition-false
}
