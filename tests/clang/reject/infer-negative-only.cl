// Control comes to these places only if `n` is small. A condition that `n` is not negative would hide the races.

__kernel void below(__global int *a, int n) {
    int i = get_global_id(0);
    if (n < -100) a[i / 2 - n] = i;
//                ^^^^^^^^^^^^ error store:data-race
}

__kernel void two(__global int *a, __global int *b, int n) {
    int i = get_global_id(0);
    if (n >= 5000) a[0] = i;
//                 ^^^^ error store:data-race
    if (n < 4000) b[i + 4000 - n] = 1;
}

__kernel void zero(__global int *a, int n) {
    int i = get_global_id(0);
    if (n < -100) a[0 * n] = i;
//                ^^^^^^^^ error store:data-race
    else a[i + n] = 1;
}
