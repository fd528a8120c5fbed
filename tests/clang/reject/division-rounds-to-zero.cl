// Division rounds towards zero, so -7 / 2 is -3.

__kernel void k(int n) {
    int x = -7 / 2;
    //@ assert x == -4;
//             ^^^^^^^ error assert:condition-false
}
