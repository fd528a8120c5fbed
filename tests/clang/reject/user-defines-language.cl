// A user's own definition of a function of the language counts, and not the language's.
uint abs(int x) {
    return 3;
}

//@ context tid < x.length ** Perm(x[tid], write);
__kernel void k(__global int *x) {
    size_t i = get_global_id(0);
    x[i] = abs(-1);
    //@ assert x[i] == 3;
    //@ assert x[i] == 1;
//             ^^^^^^^^^ error assert:condition-false
}
