//pass
//--local_size=64 --num_groups=64 --clang-opt='-DSTEPS=4' --global_offset=0
// Names of annotations that users of GPUVerify know.
#if __LOCAL_SIZE_0 != 64 || __NUM_GROUPS_0 != 64 || !defined(__1D_WORK_GROUP) || !defined(__1D_GRID)
#error sizes
#endif
DECLARE_UF_BINARY(op, unsigned, unsigned, unsigned)
DECLARE_UF_UNARY(mix, int, int)

__kernel void names(__global int *a, int n) {
    int i = get_global_id(0);
    __requires_fresh_array(a);
    for (int k = 0; __invariant(__implies(__dominator_enabled(), k >= 0)), k < STEPS; k++) {
        a[i] = k;
    }
    a[i] = __ite_int(n > 0, 1, 2) + __add(1, 2);
    __unsafe_assert(a[i] == __ite(n > 0, 4, 5));
    unsigned x = op(i, 2), y = op(i, 2);
    __non_temporal_loads_begin();
    int z = mix(n);
    __non_temporal_loads_end();
    __assert(x == y && z <= 2147483647);
}

// Where pointers lead.
__kernel void bases(__global int *a, __global int *b, int n) {
    __global int *p = a + get_global_id(0);
    __global int *q = n > 0 ? a : b;
    ptr_base_t base = __ptr_base(a);
    __assert(__ptr_base(p) == base && __ptr_base(b) != base);
    __assert(__implies(n > 0, __ptr_base(q) == __ptr_base(a)) && __implies(n <= 0, __ptr_base(q) == __ptr_base(b)));
    __assert(__uniform_ptr_base(__ptr_base(q)));
    *p = 1;
}

__kernel void reads(__local int *s, __global int *out) {
    int i = get_local_id(0);
    s[i] = i;
    __read_permission(int, s[i]);
    barrier(CLK_LOCAL_MEM_FENCE + CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = s[63 - i];
}
