// Threads with a stride of two meet in the second iteration. Nothing bounds the iterations of a `do` loop by its guard
// alone, so that the inferred permissions have no value in a run.

__global__ void k(unsigned *a, int n) {
    int i = threadIdx.x;
    do {
        a[i] = 0;
//      ^^^^ error store:data-race
//      ^^^^ unknown contract.well-formed:out-of-bounds
//      ^^^^ unknown store:out-of-bounds
        i += 2;
//      ^^^^^^ unknown expression:overflow
    } while (i < n);
}
