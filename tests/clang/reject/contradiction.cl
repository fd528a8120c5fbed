// A precondition that no launch satisfies proves everything, and is an error.

/*@ requires n > 3 && n < 2;
//           ^^^^^ error contract.vacuous:contradictory
@*/
__kernel void k(__global int *a, int n) {
    a[get_global_id(0)] = 1;
}
