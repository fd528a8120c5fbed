// A pointer that nobody uses is computed all the same: what chooses its element is read, and may fail.
__kernel void printed(__global int *a, __global int *b) {
    int i = get_global_id(0);
    printf("%p", b + a[i ^ 1]);
//                   ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//                   ^^^^^^^^ error load:data-race
    a[i] = 1;
}
__kernel void fetched(__global int *a, __global int *b) {
    int i = get_global_id(0);
    prefetch(b + a[i ^ 1], 4);
//               ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//               ^^^^^^^^ error load:data-race
    a[i] = 1;
}
__kernel void alone(__global int *a, __global int *b) {
    int i = get_global_id(0);
    b + a[i ^ 1];
//      ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//      ^^^^^^^^ error load:data-race
    a[i] = 1;
}
__kernel void address(__global int *a, __global int *b) {
    int i = get_global_id(0);
    &b[a[i ^ 1]];
//     ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//     ^^^^^^^^ error load:data-race
    a[i] = 1;
}
__kernel void chosen(__global int *a, __global int *b) {
    int i = get_global_id(0);
    (a[i ^ 1] ? b : b + 1);
//   ^^^^^^^^ unknown contract.well-formed:out-of-bounds
//   ^^^^^^^^ error load:data-race
    a[i] = 1;
}
__kernel void divided(__global int *a, int n) {
    a + 1 / n;
//          ^ error expression:division-by-zero
}
__kernel void offset(__global int *a) {
    int n = 0;
    get_global_offset(n++);
    //@ assert n == 0;
//             ^^^^^^ error assert:condition-false
}
