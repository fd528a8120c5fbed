// A function of a specification without measure proves nothing.

//@ pure int f(int x) = f(x) + 1;
//                      ^^^^ unknown function.termination:no-measure

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    //@ assert f(1) == f(1) + 1;
//             ^^^^^^^^^^^^^^^^ unknown assert:condition-false
    a[get_global_id(0)] = 1;
}
