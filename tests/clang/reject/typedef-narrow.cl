// The name of the type hides that it has only 8 bits.

typedef char number;

__kernel void k(int n) {
    number x = 130;
    //@ assert x == 130;
//             ^^^^^^^^ error assert:condition-false
}
