// Images that are read are abstract functions, whose values stay the same. An image that is written is an array of
// pixels.

const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

float4 both(read_only image2d_t image, sampler_t how, int2 at) {
    return read_imagef(image, how, at) + read_imagef(image, how, at + (int2)(1, 0));
}

__kernel void blur(read_only image2d_t in, write_only image2d_t out) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x < get_image_width(out) && at.y < get_image_height(out)) {
        write_imagef(out, at, 0.5f * both(in, nearest, at));
    }
}

__kernel void sameTwice(__read_only image2d_t in, sampler_t how, __global uint *a, int n) {
    int i = get_global_id(0);
    if (i < n) {
        uint4 first = read_imageui(in, how, (int2)(i, 0));
        uint4 second = read_imageui(in, how, (int2)(i, 0));
        //@ assert first.x == second.x && first.w == second.w;
        a[i] = first.x;
    }
}

__kernel void planes(__write_only image3d_t out, __read_only image1d_t in) {
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    int2 size = (int2)(get_image_width(out), get_image_height(out));
    if (at.x < size.x && at.y < size.y && at.z < get_image_depth(out)) {
        write_imagei(out, at, read_imagei(in, nearest, at.x));
    }
}

__kernel void line(__write_only image1d_t out, __read_only image2d_array_t in) {
    int at = get_global_id(0);
    int2 size = get_image_dim(in);
    if (at < get_image_width(out) && size.x > 0) {
        write_imageui(out, at, read_imageui(in, nearest, (int4)(at, 0, 0, 0)));
    }
}

// An image has pixels.
__kernel void last(__read_only image2d_t in, __write_only image2d_t out) {
    int column = get_image_width(in) - 1;
    __assert(column >= 0 && get_image_height(out) >= 1);
}
