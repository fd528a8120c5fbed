// A required size is that of each group, and no other one.
__kernel __attribute__((reqd_work_group_size(32, 1, 1))) void larger(__global int *a) {
    __local int s[31];
    int t = get_local_id(0);
    s[t] = 1;
//  ^^^^ unknown contract.well-formed:out-of-bounds
//  ^^^^ error store:out-of-bounds
    a[get_global_id(0)] = s[t];
}

__kernel __attribute__((reqd_work_group_size(8, 4, 1))) void wrong(__global int *a) {
    __assert(get_local_size(0) == 8);
    __assert(get_local_size(1) == 8);
//           ^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    a[0] = get_local_id(1);
//  ^^^^ unknown kernel.resources:two-writers
}

// An annotation of the user says nothing of sizes.
__kernel __attribute__((annotate("reqd_work_group_size", 16, 1, 1))) void own(__global int *a) {
    __local int s[16];
    s[get_local_id(0)] = 1;
}
