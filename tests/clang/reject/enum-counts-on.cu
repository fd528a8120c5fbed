// The names of an enumeration are numbered from 0.

enum color { RED, GREEN, BLUE };

__global__ void k(int n) {
    int x = BLUE;
    //@ assert x == 3;
//             ^^^^^^ error assert:condition-false
}
