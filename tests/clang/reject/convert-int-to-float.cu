// 2^24 + 1 is no float, so two different ints become the same float.

__global__ void k(int n) {
    float x = 16777217;
    float y = 16777216;
    //@ assert x != y;
//             ^^^^^^ error assert:condition-false
}
