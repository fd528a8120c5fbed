// Invariants behind a label that do not hold, at first or after a jump.
__kernel void entry(__global int *a, int n) {
    int i = n;
head:
    __invariant(i < 200);
    i--;
    if (i > 0) goto head;
}
__kernel void kept(__global int *a, int n) {
    int i = 0;
head:
    __invariant(i < 5);
    i++;
    if (i < n) goto head;
}
__kernel void two(__global int *a, int n) {
    int k = 0;
head:
    __invariant(__uniform_int(k));
    k += get_local_id(0);
    if (k < n) goto head;
}
// An annotation behind other statements is no invariant.
__kernel void later(__global int *a, int n) {
    int i = 0;
head:
    i++;
    __assert(i > 0);
    if (i < n) goto head;
}
