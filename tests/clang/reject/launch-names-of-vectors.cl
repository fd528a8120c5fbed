// A vector may have the name of a launch variable: then annotations mean the vector.

__kernel void k(__global int *out, int2 threadIdx) {
    int2 gid = (int2)(7, 8);
    if (get_group_id(0) == 0) {
        //@ assert gid.x == 0;
//                 ^^^^^^^^^^ error assert:condition-false
    }
    if (get_local_id(0) == 0) {
        //@ assert threadIdx.x == 0;
//                 ^^^^^^^^^^^^^^^^ error assert:condition-false
    }
}
