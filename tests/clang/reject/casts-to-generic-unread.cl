// Casts of single values to other types, and sub-groups of another size, are not read.

/*@ kernel requires tcount <= o.length; @*/
__kernel void bits(__global int *o) {
    float f = 1.0f;
    int x = *(int *)&f;
//           ^^^^^^^^^ error c.unsupported
    o[get_global_id(0)] = x;
}

/*@ kernel requires tcount <= o.length; @*/
__kernel void half_of_expected(__global atomic_int *c, __global int *o) {
    long v = 4294967299;
    bool d = atomic_compare_exchange_strong(c, (int *)&v, 9);
//                                             ^^^^^^^^^ error c.unsupported
    o[get_global_id(0)] = d;
}

__kernel __attribute__((intel_reqd_sub_group_size(8))) void eight(__global int *o) {
//                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    o[get_global_id(0)] = 1;
}
