// A name of a type that is volatile.
typedef volatile int vint;
__device__ const vint flag = 0;
__global__ void k() { int r = flag; 
//@ assert r == 0;
//         ^^^^^^ error assert:condition-false
}
