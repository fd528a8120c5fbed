// In a comparison with an unsigned int, -1 is the largest number.

__global__ void k(unsigned n) {
    bool less = -1 < n;
    //@ assert less;
//             ^^^^ error assert:condition-false
}
