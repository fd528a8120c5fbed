// The constant is 10, and not 11.

constexpr int limit = 10;

__global__ void k(int n) {
    int x = limit;
    //@ assert x == 11;
//             ^^^^^^^ error assert:condition-false
}
