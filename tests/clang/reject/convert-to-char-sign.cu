// 200 becomes -56 in a signed char.

__global__ void k(int n) {
    signed char c = (signed char)200;
    //@ assert c > 0;
//             ^^^^^ error assert:condition-false
}
