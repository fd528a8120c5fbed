__device__ inline int same(int x) {
    /*@ assert x == 0; @*/
//             ^^^^^^ error assert:condition-false
    return x;
}
