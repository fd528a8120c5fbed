// A thread knows the value that a shuffle gives, where the other lane exists.
#define FULL_MASK 0xffffffff

__global__ void each() {
    int lane = threadIdx.x % 32;
    if (blockDim.x % 32 == 0) {
        int v = __shfl_sync(FULL_MASK, lane, 5);
        //@ assert v == 5;
        v = __shfl_sync(FULL_MASK, lane, 37, 8);
        //@ assert v == lane / 8 * 8 + 5;
        v = __shfl_sync(FULL_MASK, lane, -1);
        //@ assert v == 31;
        v = __shfl_up_sync(FULL_MASK, lane, 3);
        //@ assert v == (lane < 3 ? lane : lane - 3);
        v = __shfl_down_sync(FULL_MASK, lane, 2, 16);
        //@ assert v == (lane % 16 < 14 ? lane + 2 : lane);
        v = __shfl_xor_sync(FULL_MASK, lane, 1);
        //@ assert v == (lane % 2 == 0 ? lane + 1 : lane - 1);
        // A later part may take values of an earlier one, and not the other way round.
        v = __shfl_xor_sync(FULL_MASK, lane, 16, 16);
        //@ assert v == lane % 16;
        v = __shfl_xor_sync(FULL_MASK, lane, 3);
        //@ assert lane == 5 ==> v == 6;
    }
}

// The first lane of a warp always exists, so all threads of a warp have its value.
__global__ void broadcast() {
    int v = __shfl_sync(FULL_MASK, (int)threadIdx.x, 0);
    //@ assert v == threadIdx.x / 32 * 32;
    if (v == 32) __syncwarp();
}

// The last warp of a block may have fewer lanes.
__global__ void short_warp() {
    int v = __shfl_down_sync(FULL_MASK, (int)threadIdx.x, 1);
    //@ assert threadIdx.x % 32 < 31 && threadIdx.x + 1 < blockDim.x ==> v == threadIdx.x + 1;
}

// Values of earlier shuffles come from further lanes.
//@ kernel requires blockDim.x % 32 == 0 && blockDim.x <= 1024;
__global__ void four() {
    int v = threadIdx.x;
    v += __shfl_down_sync(FULL_MASK, v, 2);
    v += __shfl_down_sync(FULL_MASK, v, 1);
    //@ assert threadIdx.x % 4 == 0 ==> v == 4 * threadIdx.x + 6;
}

// What an invariant says of each lane holds of the lane from which a value comes, too.
//@ kernel requires blockDim.x % 32 == 0;
__global__ void bounded() {
    int v = threadIdx.x % 10;
    /*@ loop_invariant d == 16 && v <= 9 || d == 8 && v <= 18 || d == 4 && v <= 36 || d == 2 && v <= 72
          || d == 1 && v <= 144 || d == 0 && v <= 288;
        loop_invariant 0 <= v; @*/
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(FULL_MASK, v, d);
    //@ assert v <= 288;
}

// A thread of a block of two dimensions knows lanes of its own row.
__global__ void rows() {
    int number = threadIdx.x + threadIdx.y * blockDim.x;
    int v = __shfl_down_sync(FULL_MASK, (int)threadIdx.x, 1);
    if (blockDim.x == 16 && threadIdx.x < 15) {
        //@ assert v == threadIdx.x + 1;
    }
}

// Other warps may wait elsewhere.
__global__ void warp_of_two() {
    int v = 0;
    if (threadIdx.x / 32 == 1) v = __shfl_sync(FULL_MASK, (int)threadIdx.x, 0);
    //@ assert threadIdx.x / 32 == 1 ==> v == 32;
}

// Elements that only their thread can write.
__global__ void elements(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = 3;
    int v = __shfl_xor_sync(FULL_MASK, a[i], 1);
    if (blockDim.x % 2 == 0) {
        //@ assert v == 3;
    }
}
