// Annotations about the accesses of a work-item since the last barrier.

__kernel void once(__global int *a, __global const int *b) {
    int i = get_global_id(0);
    __assert(__no_write(a));
    __assert(__no_read(b));
    a[i] = b[i + 1];
    __assert(__write_implies(a, __write_offset_bytes(a) == i * sizeof(int)));
    __assert(__implies(__read(b), __read_offset_bytes(b) / sizeof(int) == i + 1));
    __assert(__no_read(a));
    barrier(CLK_GLOBAL_MEM_FENCE);
    __assert(__no_write(a) && __no_read(b));
}

#define ROWS 8

__kernel void strided(__global int *a) {
    for (int j = 0; __invariant(0 <= j && j <= ROWS),
        __invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) % get_global_size(0) == get_global_id(0))),
        __invariant(__no_read(a)), j < ROWS; j++) {
        a[j * get_global_size(0) + get_global_id(0)] = j;
    }
}

__kernel void inBranches(__global int *a, __local int *s, int n) {
    int i = get_local_id(0);
    if (i < n && a[i] > 0) s[i] = 1;
    __assert(__implies(__write(s), i < n));
    __assert(__implies(__read(a), i < n && __read_offset_bytes(a) == i * sizeof(int)));
    // This barrier does not fence global memory.
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(__no_write(s));
    __assert(__implies(__read(a), i < n));
}

__kernel void offsets(__global int *a) {
    __global int *p = a + get_global_id(0);
    __assert(__ptr_offset_bytes(p) == get_global_id(0) * sizeof(int));
    *p = 1;
}
