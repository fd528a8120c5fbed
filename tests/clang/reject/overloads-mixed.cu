// As C++ says in [cmath.syn], operands are converted to double if one of them is an integer: the number 16777217 and the
// difference of 3 are no values that computing with float gives.
__global__ void differs() {
    double d = fdim(16777220.0f, 16777217);
    /*@ assert d == 4.0d; @*/
//             ^^^^^^^^^ error assert:condition-false
}

__global__ void multiplies() {
    double d = fma(16777217, 1.0f, 0.0f);
    /*@ assert d == 16777216.0d; @*/
//             ^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void counts(float x) {
    int size = sizeof(pow(x, 2)) + sizeof(hypot(x, 2u)) + sizeof(scalbn(x, 2)) + sizeof(remainder(x, x));
    /*@ assert size == 16; @*/
//             ^^^^^^^^^^ error assert:condition-false
}
