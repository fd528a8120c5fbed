// Sums in annotations that may overflow, and wrong results that are vectors.

__kernel void demands(__global int *out, int n, int m) {
    __requires(m == 5 && n >= 0);
    __assert(__add_noovfl_int(n, m) == n + 5);
    out[get_global_id(0)] = 0;
}
__kernel void asks(__global int *out, uint n, uint m) {
    __assert(__add_noovfl_unsigned_int_2(n, m));
    out[get_global_id(0)] = 0;
}
__kernel void unsigned_sum(__global int *out, uint n, uint m) {
    __assert(__add_noovfl_unsigned_int(n, m) >= n);
    out[get_global_id(0)] = 0;
}
// A precondition must be about something, too.
__kernel void requires(__global int *out, int n) {
    __requires(__add_noovfl_int(n, n) < 10);
    out[get_global_id(0)] = 0;
}
int4 four(int a) {
    __ensures(__return_val_int4().y == a);
    return (int4)(a, 1, 2, 0);
}
__kernel void vectors(__global int *out) {
    out[get_global_id(0)] = four(3).x;
}
//! error contract.well-formed:overflow 5:14:22
//! error assert:condition-false 9:14:33
//! error contract.well-formed:overflow 13:14:31
//! error contract.well-formed:overflow 18:16:22
//! error assert:condition-false 22:15:26
