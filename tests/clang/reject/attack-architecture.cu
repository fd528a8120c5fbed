// The code for current devices is verified.
/*@ context tid < a.length ** Perm(a[tid], write); ensures a[tid] == 1; @*/
//                                                         ^^^^^^^^^^^ error thread.postcondition:condition-false
__global__ void k(int *a) { int i = blockIdx.x*blockDim.x+threadIdx.x; 
#if __CUDA_ARCH__ >= 600
a[i] = 666;
#else
a[i] = 1;
#endif
}
