// An annotation in a function that no kernel calls would not be checked.

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
__global__ void k(int *a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

int main() {
    int x = 1;
    //@ assert x == 2;
//      ^^^^^^^^^^^^^^ error c.annotation
    return x;
}
