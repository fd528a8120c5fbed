//--kernel-args=k,10,20 --kernel-arrays=halves,10
__kernel void k(__global int *a, int n, __global float4 *v) {
//! error c.command-line 2:1:60
    if (get_global_id(0) < n) a[get_global_id(0)] = 1;
}

__kernel void halves(__global int *a) {
//                   ^^^^^^^^^^^^^^^ error c.command-line
    a[0] = 1;
}
