// The version of the device is that of the language.
__kernel void k(__global int *a) {
#if __OPENCL_VERSION__ == CL_VERSION_1_2 && __OPENCL_VERSION__ == __OPENCL_C_VERSION__
    a[get_global_id(0)] = 1;
#else
    a[0] = get_local_id(0);
#endif
}
