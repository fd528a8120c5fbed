// Invariants as calls behind a label to which jumps go back.
__kernel void down(__global int *a) {
    __requires(get_local_size(0) <= 200);
    int j = get_local_id(0) - 1;
    int i = get_local_id(0);
head:
    __invariant(i < 200);
    __assert(i >= 0);
    __invariant(j == i - 1);
    __invariant(-1 <= j);
    i--;
    j--;
    if (i > 0) goto head;
    __assert(j <= 199);
}

__kernel void same(__global int *a, int n) {
    int k = 0;
again:
    __invariant(__uniform_int(k));
    __invariant(0 <= k);
    if (k < n) {
        k++;
        goto again;
    }
    __assert(k >= n && k >= 0);
}
