// What chooses a place whose value is discarded is computed, and volatile places are read.

__global__ void index(int n) {
    int t[4];
    (void)t[10 / n];
//               ^ error expression:division-by-zero
}

__global__ void always(volatile int *o) {
    (void)o[0];
//        ^^^^ error load:data-race
    if (threadIdx.x == 0 && blockIdx.x == 0) o[0] = 1;
}
