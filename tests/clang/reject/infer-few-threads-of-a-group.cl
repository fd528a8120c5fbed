// A condition that groups have two threads would hide the race.

__kernel void overlapping(__global int *out) {
    int i = get_global_id(0), g = get_group_id(0), l = get_local_id(0);
    out[2 * g + l] = i;
//  ^^^^^^^^^^^^^^ error store:data-race
}
