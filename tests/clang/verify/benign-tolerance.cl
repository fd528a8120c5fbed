//--benign-tolerance
// Races in which all work-items write the same value, as a person asks.
__kernel void found(__global const int *in, __global int *found, int n) {
    int i = get_global_id(0);
    if (in[i] == n) {
        *found = 1;
    }
}

// The value is a scalar of the launch, and the place comes from data.
__kernel void marks(__global const int *to, __global int *marks, int mark) {
    int i = get_global_id(0);
    marks[to[i]] = mark;
}

// A barrier stands between two values.
__kernel void phases(__global int *a, __local int *flag) {
    int i = get_global_id(0);
    flag[0] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (a[i] > 3) {
        flag[0] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (flag[0]) {
        a[i] = 0;
    }
}

__kernel void rounds(__global int *a, __local int *flag, int n) {
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) {
        flag[0] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (a[i] > k) {
            flag[0] = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// A kernel without such races is proved as it is.
__kernel void own(__global int *a, __local int *s) {
    int i = get_local_id(0);
    s[i] = 0;
    __assert(s[i] == 0);
    a[get_global_id(0)] = s[i];
}
