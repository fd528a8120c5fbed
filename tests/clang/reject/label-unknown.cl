// No label has this name.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global uint *a) {
    a[get_global_id(0)] += 1;
    //@ assert a[tid] == \old[half](a[tid]);
//                            ^^^^ error resolve.unknown-label
}
