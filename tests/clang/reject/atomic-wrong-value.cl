// A wrong claim about what an atomic function stores is refuted by a run.

/*@ kernel requires tcount == 1 && a.length == 1;
    context Perm(a[0], write);
@*/
__kernel void k(__global int *a) {
    a[0] = 7;
    int old = atom_cmpxchg(a, 7, 9);
    //@ assert old == 7;
    old = atomic_dec(a);
    //@ assert old == 8;
//             ^^^^^^^^ error assert:condition-false
}
