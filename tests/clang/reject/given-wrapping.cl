//--local_size=64 --num_groups=1 --overflow=wrap
__kernel void next(__global int *a, int n) {
    int m = n + 1;
    __assert(m > n);
//           ^^^^^ error assert:condition-false
    a[get_local_id(0)] = m;
}

__kernel void zero(__global int *a, int n) {
    int m = n * 4;
    if (n != 0) a[get_local_id(0)] = 5 / m;
//                                       ^ error expression:division-by-zero
}
