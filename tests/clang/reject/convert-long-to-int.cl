// The conversion from long to int drops the high 32 bits.

__kernel void k(long n) {
    int low = (int)n;
    //@ assert n > 0 ==> low >= 0;
//             ^^^^^^^^^^^^^^^^^^ error assert:condition-false
}
