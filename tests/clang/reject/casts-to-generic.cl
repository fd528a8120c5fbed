// clang makes one conversion of a cast to another type and from a space of OpenCL to the space of all.

/*@ kernel requires tcount <= o.length; @*/
__kernel void wide(__global int *o) {
    int i = get_global_id(0);
    long x = ((long *)o)[i];
    o[i] = x == 0;
//  ^^^^ error store:data-race
}

/*@ kernel requires tcount <= o.length; @*/
__kernel void index_of_half(__global int *o) {
    long c[2];
    c[0] = 1;
    c[1] = 2;
    int x = ((int *)c)[1];
    __assert(x == 2);
//           ^^^^^^ error assert:condition-false
    o[get_global_id(0)] = x;
}
