// A claim about all threads behind a jump that some of them make.
__kernel void jump(__global int *a) {
    if (get_local_id(0) != 0) goto end;
    __global_assert(get_local_id(0) == 0);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    a[get_group_id(0)] = 1;
end: ;
}
