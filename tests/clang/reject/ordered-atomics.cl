// What atomic functions of OpenCL 2 do not allow, and claims about them that are wrong.

// An order of an atomic function is no reason for a proof, and no run shows a race that the order prevents.
/*@ kernel requires tcount == 2 && flag.length >= 1 && data.length >= 1 && out.length >= 1;
    kernel requires Perm(flag[0], write) ** flag[0] == 0;
@*/
__kernel void publish(__global atomic_int *flag, __global int *data, __global int *out) {
    if (get_global_id(0) == 0) {
        data[0] = 42;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device) == 1) {
        out[0] = data[0];
    }
}

// A relaxed flag announces nothing.
__kernel void relaxed(__global atomic_int *flag, __global int *data, __global int *out) {
    if (get_global_id(0) == 0) {
        data[0] = 42;
        atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device) == 1) {
        out[get_global_id(0)] = data[0];
    }
}

// A plain access beside an atomic one.
__kernel void plain(__global atomic_int *flag, __global int *out) {
    __global int *p = (__global int *)flag;
    p[0] = 1;
    out[get_global_id(0)] = atomic_load(flag);
}

// The first value is stored by a plain access, also by OpenCL's words.
__kernel void init(__global atomic_int *flag, __global int *out) {
    atomic_init(flag, 0);
    out[get_global_id(0)] = atomic_load(flag);
}

// Steps for a group are none for other groups.
__kernel void scopes(__global atomic_int *c) {
    atomic_fetch_add_explicit(c, 1, memory_order_relaxed, memory_scope_work_group);
}

// The threads of a group, too, share what the exchange compares.
__kernel void shared(__global atomic_int *c, __global int *expected) {
    atomic_compare_exchange_strong(c, expected, 3);
}

// What the functions store and give, for one thread.
/*@ kernel requires tcount == 1 && a.length == 1;
    context Perm(a[0], write);
@*/
__kernel void values(__global atomic_int *a) {
    atomic_init(a, 7);
    int expected = 7;
    bool done = atomic_compare_exchange_strong(a, &expected, 9);
    //@ assert done && a[0] == 9 && expected == 7;
    done = atomic_compare_exchange_strong_explicit(a, &expected, 8, memory_order_relaxed, memory_order_relaxed);
    //@ assert !done && a[0] == 9 && expected == 9;
    int old = atomic_fetch_sub(a, 4);
    //@ assert old == 9 && a[0] == 5;
    old = atomic_exchange(a, 6);
    //@ assert old == 5 && a[0] == 6;
    old = atomic_fetch_xor(a, 3);
    old = atomic_fetch_and(a, 4);
    old = atomic_fetch_or(a, 3);
    //@ assert a[0] == 7 && old == 4;
    old = atomic_fetch_min_explicit(a, 2, memory_order_relaxed, memory_scope_work_group);
    //@ assert old == 7 && a[0] == 2;
    atomic_store(a, 2147483647);
    old = atomic_fetch_add(a, 1);
    //@ assert a[0] == -2147483648;
    //@ assert old == 0;
}

// Two operands that change one location.
__kernel void operands(__global atomic_int *c, __global int *out) {
    out[get_global_id(0)] = atomic_fetch_add(c, 1) & atomic_load(c);
}

// The weak exchange may fail although the values are equal.
__kernel void weak(__global atomic_int *c, __global int *out) {
    int expected = 7;
    bool done = atomic_compare_exchange_weak(c, &expected, 9);
    __assert(done || expected != 7);
    out[get_global_id(0)] = expected;
}

// Of the value in the location nothing is known behind the step.
__kernel void later(__global atomic_int *c, __global int *out) {
    atomic_store(c, 3);
    int now = atomic_load(c);
    __assert(now == 3);
    out[get_global_id(0)] = now;
}
//! unknown atomic:unsupported 10:9:73
//! error load:data-race 22:33:7
//! error store:data-race 29:5:4
//! error store:data-race 35:5:20
//! error load:data-race 41:5:78
//! error load:data-race 46:5:46
//! error assert:condition-false 73:16:8
//! error c.unsequenced 78:54:14
//! unknown assert:condition-false 85:14:21
//! unknown assert:condition-false 93:14:8
