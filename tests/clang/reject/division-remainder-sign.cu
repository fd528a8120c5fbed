// The remainder of a negative number is not positive.

__global__ void k(int n) {
    int r = n % 5;
    //@ assert 0 <= r && r < 5;
//             ^^^^^^ error assert:condition-false
}
