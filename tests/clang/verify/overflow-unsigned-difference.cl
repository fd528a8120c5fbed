// The difference of two unsigned numbers wraps around, and adding the second number gives back the first.

__kernel void k(uint a, uint b) {
    uint d = a - b;
    uint back = d + b;
    //@ assert back == a;
    //@ assert a < b ==> d == a - b + 4294967296;
}
