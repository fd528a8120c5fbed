// Annotations about accesses that do not hold.

__kernel void wrote(__global int *a) {
    int i = get_global_id(0);
    a[i] = 1;
    __assert(__no_write(a));
//           ^^^^^^^^^^ error assert:condition-false
}

__kernel void isRead(__global int *a, __global int *b) {
    int i = get_global_id(0);
    b[i] = a[i];
    __assert(__no_read(a));
//           ^^^^^^^^^ error assert:condition-false
}

// A choice is no duty: perhaps no write was noted.
__kernel void mustBe(__global int *a) {
    int i = get_global_id(0);
    a[i] = 1;
    __assert(__write(a));
//           ^^^^^^^^^^ error assert:condition-false
}

__kernel void elsewhere(__global int *a) {
    int i = get_global_id(0);
    a[i] = 1;
    __assert(__write_implies(a, __write_offset_bytes(a) == i));
//           ^^^^^^^^^^^^^^^ error assert:condition-false
}

// The first access counts as much as the last one.
__kernel void twice(__global int *a) {
    int i = get_global_id(0);
    a[2 * i] = 1;
    a[2 * i + 1] = 1;
    __assert(__write_implies(a, __write_offset_bytes(a) == (2 * i + 1) * sizeof(int)));
//           ^^^^^^^^^^^^^^^ error assert:condition-false
}

// A barrier that fences local memory does not end what is known of global memory.
__kernel void otherFence(__global int *a) {
    int i = get_global_id(0);
    a[i] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    __assert(__no_write(a));
//           ^^^^^^^^^^ error assert:condition-false
}

__kernel void inLoop(__global int *a, int n) {
    for (int j = 0; __invariant(__no_write(a)), j < n; j++) {
//                              ^^^^^^^^^^ error invariant.preserved:condition-false
        a[j * get_global_size(0) + get_global_id(0)] = j;
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:insufficient-permission
    }
}

__kernel void guard(__global int *a, int n) {
    while (a[get_global_id(0)] > n) {
        n++;
    }
    __assert(__no_read(a));
//           ^^^^^^^^^ error assert:condition-false
}
