// `n *= 0.5f` rounds 3.5 to 3.

__kernel void k(int x) {
    int n = 7;
    n *= 0.5f;
    //@ assert n == 4;
//             ^^^^^^ error assert:condition-false
}
