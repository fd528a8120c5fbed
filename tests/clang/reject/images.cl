// What is not known of images, and which writes of pixels go wrong.

const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
const sampler_t linear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// Other coordinates, another sampler and another image give other values.
__kernel void other(read_only image2d_t in, read_only image2d_t second, __global int *a) {
    int4 v = read_imagei(in, nearest, (int2)(0, 1));
    int4 w = read_imagei(in, nearest, (int2)(1, 0));
    //@ assert v.x == w.x;
//             ^^^^^^^^^^ unknown assert:condition-false
    w = read_imagei(in, linear, (int2)(0, 1));
    //@ assert v.x == w.x;
//             ^^^^^^^^^^ unknown assert:condition-false
    w = read_imagei(second, nearest, (int2)(0, 1));
    //@ assert v.x == w.x;
//             ^^^^^^^^^^ unknown assert:condition-false
    //@ assert v.x == v.y;
//             ^^^^^^^^^^ unknown assert:condition-false
}

// All work-items of a column write one pixel.
__kernel void samePixel(write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), 0);
    if (at.x < get_image_width(out) && 0 < get_image_height(out)) {
        write_imagef(out, at, (float4)(get_global_id(1)));
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
    }
}

// The last column is that in front of the width.
__kernel void outside(write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x <= get_image_width(out) && at.y < get_image_height(out)) {
        write_imageui(out, at, (uint4)(1));
//      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown contract.well-formed:out-of-bounds
    }
}

// The pixels of one image have one type.
__kernel void twoTypes(write_only image2d_t out) {
//                     ^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(out, at, (uint4)(1));
    write_imagef(out, at, (float4)(1));
}
