// A row has its own bounds, and an array that is passed by reference is the original.
__device__ void fill(int (*rows)[4], int column) {
    rows[0][column] = 1;
//  ^^^^^^^^^^^^^^^ error store:out-of-bounds
}
__device__ void set(int (&own)[2]) {
    own[1] = 7;
}

__global__ void columns(int n) {
    int own[2][4];
    if (n >= 0) fill(own, n);
}

__global__ void original(int n) {
    int own[2] = {1, 2};
    set(own);
    assert(own[1] == 2);
//  ^^^^^^ error assert:condition-false
}
