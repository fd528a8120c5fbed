// In a launch of two dimensions, a name without its axis has no meaning.

/*@ kernel requires tcount.x == 8 && tcount.y == 8 && a.length == 64;
    context Perm(a[tid], write);
//                 ^^^ error resolve.axis
@*/
__kernel void k(__global int *a) {
    a[get_global_id(1) * 8 + get_global_id(0)] = 1;
}
