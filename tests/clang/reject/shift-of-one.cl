// The shifted number has 32 bits, so OpenCL takes 33 modulo 32 and shifts by one place only.

__kernel void k(int n) {
    ulong x = 1u << 33;
    //@ assert x == 8589934592;
//             ^^^^^^^^^^^^^^^ error assert:condition-false
}
