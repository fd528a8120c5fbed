// A contract is about the start of a thread, where variables of the code have no value.

/*@ kernel requires n <= a.length && n >= 0;
    requires i < n ==> 0 <= n;
//           ^ error resolve.private-in-contract
@*/
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 0;
}
