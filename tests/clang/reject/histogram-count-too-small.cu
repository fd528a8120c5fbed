// Sixteen steps may increment one counter sixteen times, and the invariant allows only half of it.

__global__ void k(int n) {
    int count = 0;
    //@ loop_invariant 0 <= count && 2 * count <= j;
//                                   ^^^^^^^^^^^^^^ error invariant.preserved:condition-false
    for (int j = 0; j < 16; j++) {
        if (n > j) count++;
    }
}
