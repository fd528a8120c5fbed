// The words of VerCors about pointers and threads.

/*@ requires \pointer_length(a) == tcount;
    requires \pointer_index(a, \gtid, write);
    requires \pointer_index(b, \gtid, 1\2);
    requires b[\gtid] < 1000;
    ensures \pointer_index(a, \gtid, write) ** \pointer_index(b, \gtid, 1\2);
    ensures a[\gtid] == b[\gtid] + 1;
@*/
__global__ void next(int *a, int *b) {
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    a[tid] = b[tid] + 1;
}

/*@ context \pointer(table, n, read);
    context \pointer_index(out, \gtid, write);
    kernel requires 0 < n;
    ensures out[\gtid] == table[0];
@*/
__global__ void first(int *table, int *out, int n) {
    out[blockIdx.x * blockDim.x + threadIdx.x] = table[0];
}

/*@ kernel requires \shared_mem_size(s) == blockDim.x;
    requires \pointer_index(s, \ltid, write);
    ensures \pointer_index(s, \ltid, write);
@*/
__global__ void shared() {
    extern __shared__ int s[];
    s[threadIdx.x] = 3;
    //@ assert s[\ltid] == 3;
}
