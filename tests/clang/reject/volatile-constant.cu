// A volatile constant need not have the value with which it is initialised.

__constant__ const volatile int flag = 0;

/*@ requires tid < a.length;
    context Perm(a[tid], write) ** Perm(flag[0], read);
@*/
__global__ void k(int *a) {
    int x = flag;
    //@ assert x == 0;
//             ^^^^^^ error assert:condition-false
    a[blockIdx.x * blockDim.x + threadIdx.x] = x;
}
