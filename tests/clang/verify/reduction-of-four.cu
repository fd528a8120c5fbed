// Four threads add their elements in two steps, and behind the steps the first thread has the sum.

/*@ kernel requires blockDim.x == 4 && gridDim.x == 1 && a.length == 4 && b.length == 4;
    requires Perm(a[tid], write) ** 0 <= a[tid] && a[tid] <= 100;
    context (\forall* int j = 0 .. 4; Perm(b[j], read));
    requires a[tid] == b[tid];
    ensures tid == 0 ==> Perm(a[0], write) ** a[0] == b[0] + b[1] + b[2] + b[3];
@*/
__global__ void sum(int *a, const int *b) {
    int i = threadIdx.x;
    /*@ requires Perm(a[tid], write) ** 0 <= a[tid] && a[tid] <= 100 && a[tid] == b[tid];
        context (\forall* int j = 0 .. 4; Perm(b[j], read));
        ensures tid < 2 ==> Perm(a[tid], write) ** Perm(a[tid + 2], write);
        ensures tid < 2 ==> 0 <= a[tid + 2] && a[tid + 2] <= 100 && a[tid + 2] == b[tid + 2];
    @*/
    __syncthreads();
    if (i < 2) a[i] += a[i + 2];
    /*@ requires tid < 2 ==> Perm(a[tid], write) ** 0 <= a[tid] && a[tid] <= 200;
        requires tid < 2 ==> a[tid] == b[tid] + b[tid + 2];
        context (\forall* int j = 0 .. 4; Perm(b[j], read));
        ensures tid == 0 ==> Perm(a[0], write) ** Perm(a[1], write);
        ensures tid == 0 ==> 0 <= a[1] && a[1] <= 200 && a[1] == b[1] + b[3];
    @*/
    __syncthreads();
    if (i == 0) a[0] += a[1];
}
