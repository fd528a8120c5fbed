// A macro or a constant with the name of a launch variable would mean something else in annotations.

#define lid (get_local_id(0) + 1)
enum { tid = 5 };
//     ^^^^^^^ error c.annotation

/*@ requires get_global_size(0) <= a.length;
    context Perm(a[get_global_id(0)], write);
    ensures a[get_global_id(0)] == tid;
@*/
__kernel void k(__global int *a) {
    a[get_global_id(0)] = get_global_id(0);
}
