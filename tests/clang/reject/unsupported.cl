// Constructs that Sepal does not read are errors at their places.

union pair { int x; float y; };

__kernel void k(__global int *a, __global half4 *v, __global union pair *p) {
//                               ^^^^^^^^^^^^^^^^^ error c.unsupported
//                                                  ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int i = get_global_id(0);
    a[i] = get_work_dim();
//         ^^^^^^^^^^^^^^ error c.unsupported
    __asm__("nop");
//  ^^^^^^^^^^^^^^ error c.unsupported
    a[i] = (int)*(__global float *)(a + 1);
}
