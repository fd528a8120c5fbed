// The name behind GREEN has the next number, which is 6.

enum color { RED, GREEN = 5, BLUE };

__global__ void k(int n) {
    int x = BLUE;
    //@ assert x == 2;
//             ^^^^^^ error assert:condition-false
}
