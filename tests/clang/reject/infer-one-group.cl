// Barriers order accesses to global memory only if they fence it, and only in the loop in which they stand.
//--local_size=64 --num_groups=1
__kernel void unfenced(__global int *a) {
    int i = get_local_id(0);
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    a[i + 1] = i;
//  ^^^^^^^^ error store:data-race
}

__kernel void rounds(__global int *a, int n) {
    int t = get_local_id(0);
    for (int i = 0; i < n; i++) {
        a[t] = i;
        barrier(CLK_GLOBAL_MEM_FENCE);
        int x = a[(t + 1) % 64];
        a[t] = x;
//      ^^^^ error store:data-race
    }
}

__kernel void gathered(__global int *a, __global const uint *index) {
    int t = get_local_id(0);
    a[t] = t;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[t] = a[index[t] % 64];
//  ^^^^ unknown barrier.redistribution:two-writers
}

__kernel void sometimes(__global int *a, int n) {
    int t = get_local_id(0);
    int x = a[(t + 1) % 64];
    if (n > 5) barrier(CLK_GLOBAL_MEM_FENCE);
    a[t] = x;
//  ^^^^ error store:data-race
}

// The length that the code needs is a condition of the launch, also where it is said of the launch.
/*@ kernel requires a.length == 64; @*/
//                  ^^^^^^^^^^^^^^ unknown contract.vacuous:contradictory
__kernel void outside(__global int *a) {
    int i = get_local_id(0);
    int next = a[i + 1];
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[i] = next;
}
