// Without the option, a race of equal values is one.
__kernel void flag(__global int *a) {
    a[0] = 1;
//  ^^^^ error store:data-race
}
