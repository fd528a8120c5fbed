//--local_size=64 --num_groups=64
__kernel void fill(__global int *a) {
    a[get_local_id(0)] = 1;
//  ^^^^^^^^^^^^^^^^^^ error store:data-race
}
