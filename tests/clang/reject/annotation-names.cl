// Claims by names that users of GPUVerify know, which are false.
DECLARE_UF_UNARY(mix, int, int)

__kernel void names(__global int *a, int n) {
    a[get_global_id(0)] = __ite_int(n > 0, 1, 2);
    __unsafe_assert(a[get_global_id(0)] == 1);
//  ^^^^^^^^^^^^^^^ error assert:condition-false
}
__kernel void bases(__global int *a, __global int *b, int n) {
    __global int *q = n > 0 ? a : b;
    __assert(__ptr_base(q) == __ptr_base(a));
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    q[get_global_id(0)] = 1;
}
__kernel void functions(__global int *a, int n) {
    int x = mix(n), y = mix(7);
    __assert(x == y);
//           ^^^^^^ unknown assert:condition-false
    a[get_global_id(0)] = 1;
}
