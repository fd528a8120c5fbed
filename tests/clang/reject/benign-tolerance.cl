//--benign-tolerance
// Races that are more than writes of equal values.
__kernel void values(__global int *a) {
    a[0] = get_global_id(0);
}
__kernel void two(__global int *a) {
    if (get_local_id(0) == 0) {
        a[0] = 0;
    } else {
        a[0] = 1;
    }
}
__kernel void reads(__global int *a, __global int *b) {
    a[0] = 1;
    b[get_global_id(0)] = a[0];
}
// Groups do not wait for each other.
__kernel void groups(__global int *a) {
    a[0] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[0] = 1;
}
// The barrier fences other memory.
__kernel void unfenced(__local int *s) {
    s[0] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    s[0] = 1;
}
// The end of one round and the start of the next one are between the same barriers.
__kernel void rounds(__local int *s, int n) {
    for (int k = 0; k < n; k++) {
        s[0] = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[0] = 1;
    }
}
// One work-item is at the end of its code.
__kernel void leaves(__local int *s) {
    if (get_local_id(0) == 0) {
        s[0] = 0;
        return;
    }
    s[0] = 1;
}
// A value that groups write differently.
__kernel void numbers(__global int *a) {
    a[0] = get_group_id(0);
}
// Another part of the element is read in the same step of the code.
__kernel void counts(__global int *a) {
    a[0] += 1;
}
// Ways that meet later.
__kernel void again(__local int *s, int n) {
    int t = get_local_id(0);
    for (int k = 0; k < n; k++) {
        if (t == k) {
            s[0] = 0;
            continue;
        }
        s[0] = 1;
    }
}
__kernel void often(__local int *s) {
    int t = get_local_id(0);
    for (int k = 0; k < t; k++) {
        s[0] = 0;
    }
    s[0] = 1;
}
__kernel void sometimes(__local int *s, int n) {
    for (int k = 0; k < n; k++) {
        if (k % 2 == 0) {
            s[0] = 0;
        } else {
            s[0] = 1;
        }
        if (k == 5) {
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
}
//! error store:data-race 4:5:4
//! error store:data-race 10:9:4
//! error store:data-race 14:5:4
//! error store:data-race 19:5:4
//! error store:data-race 25:5:4
//! unknown barrier.redistribution:two-writers 27:5:4
//! error store:data-race 32:9:4
//! error store:data-race 43:5:4
//! error store:data-race 47:5:4
//! error load:data-race 51:5:4
//! error expression:overflow 51:5:9
//! error store:data-race 61:9:4
//! error store:data-race 67:9:4
//! error store:data-race 74:13:4
