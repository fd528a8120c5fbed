// No number is less than 0 and greater than 10, so the contract allows no launch.

/*@ kernel requires n < 0 && n > 10; @*/
//                  ^^^^^ error contract.vacuous:contradictory
__kernel void k(int n) {
    int x = n;
}
