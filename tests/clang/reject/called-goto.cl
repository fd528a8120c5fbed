// Invariants behind a label that do not hold, at first or after a jump.
__kernel void entry(__global int *a, int n) {
    int i = n;
head:
    __invariant(i < 200);
//              ^^^^^^^ error invariant.entry:condition-false
    i--;
//  ^^^ error expression:overflow
    if (i > 0) goto head;
}
__kernel void kept(__global int *a, int n) {
    int i = 0;
head:
    __invariant(i < 5);
//              ^^^^^ error invariant.preserved:condition-false
    i++;
    if (i < n) goto head;
}
__kernel void two(__global int *a, int n) {
    int k = 0;
head:
    __invariant(__uniform_int(k));
//              ^^^^^^^^^^^^^ unknown assert:condition-false
//              ^^^^^^^^^^^^^ unknown assert:condition-false
    k += get_local_id(0);
    if (k < n) goto head;
}
// An annotation behind other statements is no invariant.
__kernel void later(__global int *a, int n) {
    int i = 0;
head:
    i++;
//  ^^^ unknown expression:overflow
    __assert(i > 0);
    if (i < n) goto head;
}
