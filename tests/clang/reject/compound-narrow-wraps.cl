// The sum of 250 and 10 does not fit an unsigned char.

__kernel void k(int n) {
    uchar c = 250;
    c += 10;
    //@ assert c == 260;
//             ^^^^^^^^ error assert:condition-false
}
