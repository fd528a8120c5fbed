// Flags that mean nothing, and those that fence nothing.
__kernel void other(__local int *s) {
    barrier(8);
//  ^^^^^^^^^^ error c.unsupported
}
__kernel void nothing(__global int *a, __local int *s) {
    int i = get_local_id(0);
    s[i] = i;
    barrier(0);
    a[get_global_id(0)] = s[(i + 1) % get_local_size(0)];
}
//! error load:data-race 10:27:30
