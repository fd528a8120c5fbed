// A pointer that is itself in local memory is shared by the work-items.

/*@ kernel requires gsize == 4 && tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    __local int s[4];
    __local int *__local p;
    p = s + get_local_id(0);
//  ^ error store:insufficient-permission
    a[get_global_id(0)] = 1;
}
