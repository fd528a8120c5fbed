// Nobody has written the shared array, so its value is not known.

/*@ kernel requires blockDim.x == 32;
    requires Perm(s[threadIdx.x], write);
@*/
__global__ void k(int n) {
    __shared__ int s[32];
    int x = s[threadIdx.x];
    //@ assert x == 0;
//             ^^^^^^ error assert:condition-false
}
