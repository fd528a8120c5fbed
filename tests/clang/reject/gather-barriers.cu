// A barrier with a value says no more than what the own vote implies, and all threads must come to it.

__global__ void someVote(const int *in) {
    int c = __syncthreads_count(in[threadIdx.x] > 0);
    //@ assert c > 0;
//             ^^^^^ error assert:condition-false
}

__global__ void allVote(const int *in) {
    int a = __syncthreads_and(in[threadIdx.x] > 0);
    //@ assert a != 0;
//             ^^^^^^ error assert:condition-false
}

__global__ void another(const int *in) {
    int o = __syncthreads_or(in[threadIdx.x] > 0);
    //@ assert o == 0 || in[threadIdx.x] > 0;
//             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void twoVotes(const int *in) {
    int c = __syncthreads_or(in[threadIdx.x] > 0);
    int d = __syncthreads_or(in[threadIdx.x] > 1);
    //@ assert c == d;
//             ^^^^^^ error assert:condition-false
}

// CUDA promises a number other than 0, and not 1.
__global__ void one() {
    int o = __syncthreads_or(1);
    //@ assert o == 1;
//             ^^^^^^ unknown assert:condition-false
}

__global__ void divergent() {
    if (threadIdx.x > 0) {
//      ^^^^^^^^^^^^^^^ error barrier.divergence:non-uniform
        int c = __syncthreads_count(1);
    }
}

// The barrier does not order what stands behind it.
__global__ void behind(int *a) {
    __shared__ int s[2];
    if (blockDim.x == 2 && gridDim.x == 1) {
        s[threadIdx.x] = 1;
        int c = __syncthreads_or(1);
        s[1 - threadIdx.x] = 2;
//      ^^^^^^^^^^^^^^^^^^ error store:data-race
        a[threadIdx.x] = s[threadIdx.x];
    }
}

// C leaves open whether the element is read before the barrier or behind it.
__global__ void unsequenced(int *a) {
    int v = a[threadIdx.x] + __syncthreads_or(1);
//                           ^^^^^^^^^^^^^^^^^^^ error c.unsequenced
}
