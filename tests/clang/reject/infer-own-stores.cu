// The index is read from shared memory that an earlier iteration wrote.

__global__ void k(int *o) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = 0;
    for (int k = 0; k < 2; k++) { o[t + s[t]] = t; s[t] = 1; }
//                                ^^^^^^^^^^^ error store:data-race
//                                ^^^^^^^^^^^ unknown store:out-of-bounds
//                                  ^^^^^^^^ unknown expression:overflow
}
