// Claims about two threads where none can be made.
__kernel void required(__global int *a) {
    __requires(__distinct_int(get_local_id(0)));
}
__kernel void assumed(__global int *a) {
    __assume(__uniform_int(get_local_id(0)));
}
__kernel void ensured(__global int *a, int n) {
    __ensures(__uniform_int(n));
}
__kernel void memory(__global int *a) {
    __requires(__uniform_int(a[0]));
}
//! error c.unsupported 3:16:14
//! error c.unsupported 6:14:13
//! error c.unsupported 9:15:13
//! error c.unsupported 12:16:13
