// The version of the device is a number in each program (OpenCL C 1.2, 6.10).
__kernel void k(__global int *a) {
#if __OPENCL_VERSION__ >= 100
    a[0] = get_local_id(0);
//  ^^^^ error store:data-race
#else
    a[get_global_id(0)] = get_local_id(0);
#endif
}
