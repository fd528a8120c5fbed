// The name of the type hides that it is unsigned, so the difference wraps around and is never negative.

typedef unsigned int count_t;

__global__ void k(count_t n) {
    count_t left = n - 1;
    //@ assert left == n - 1;
//             ^^^^^^^^^^^^^ error assert:condition-false
}
