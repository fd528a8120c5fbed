// 300 does not fit a char: the conversion keeps the low 8 bits, and the result is 44.

__kernel void k(int n) {
    char c = (char)300;
    //@ assert c == 300;
//             ^^^^^^^^ error assert:condition-false
}
