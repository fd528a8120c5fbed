// An argument is converted to the type of the parameter, and the result to the type of the function.

__device__ unsigned char low(unsigned short x) {
    return x;
}

__global__ void k(int n) {
    int a = low(65536 + 513);
    //@ assert a == 1;
}
