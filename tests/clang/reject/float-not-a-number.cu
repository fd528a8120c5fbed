// A number that is NaN is not equal to itself.

__global__ void k(float x) {
    float y = x;
    //@ assert y == x;
//             ^^^^^^ error assert:condition-false
}
