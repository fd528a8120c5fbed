// A shift of a negative number to the right rounds down, so -1 stays -1.

__global__ void k(int n) {
    int x = -1 >> 1;
    //@ assert x == 0;
//             ^^^^^^ error assert:condition-false
}
