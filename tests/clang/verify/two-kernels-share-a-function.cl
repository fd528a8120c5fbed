// Two kernels in one file call the same function, each with its own contract.

int next(int x) {
    return x < 100 ? x + 1 : 0;
}

/*@ kernel requires tcount <= a.length;
    requires Perm(a[tid], write) ** 0 <= a[tid];
    ensures Perm(a[tid], write) ** 0 <= a[tid] && a[tid] <= 100;
@*/
__kernel void forward(__global int *a) {
    int i = get_global_id(0);
    a[i] = next(a[i]);
}

/*@ kernel requires tcount <= b.length;
    context Perm(b[tid], write);
    ensures b[tid] == 8;
@*/
__kernel void seven(__global int *b) {
    b[get_global_id(0)] = next(7);
}
