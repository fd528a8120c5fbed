// An int keeps its value in a short only if it is small.

__kernel void k(int n) {
    short s = (short)n;
    //@ assert s == n;
//             ^^^^^^ error assert:condition-false
}
