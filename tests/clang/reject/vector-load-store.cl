// `vload` and `vstore` access elements from n * N on: no others.

/*@ kernel requires tcount <= 1000 && a.length == 4 * tcount;
    context Perm(a[4 * tid], read) ** Perm(a[4 * tid + 1], read) ** Perm(a[4 * tid + 2], read);
@*/
__kernel void stride(__global const int *a) {
    int3 v = vload3(get_global_id(0), a);
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error load:insufficient-permission
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown load:insufficient-permission
//           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown load:insufficient-permission
}

/*@ kernel requires tcount <= 1000 && a.length == 4 * tcount;
    context (\forall* int j = 4 * tid .. 4 * tid + 4; Perm(a[j], write));
@*/
__kernel void next(__global int *a) {
    vstore4((int4)(0), get_global_id(0) + 1, a);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
}

__kernel void values(int n) {
    int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int4 w = vload4(1, own);
    if (n == 1) {
        //@ assert w.x == 2;
//                 ^^^^^^^^ error assert:condition-false
    }
    int3 v = vload3(1, own);
    if (n == 2) {
        //@ assert v.x == 5;
//                 ^^^^^^^^ error assert:condition-false
    }
    vstore2(vload2(1, own).yx, 1, own);
    if (n == 3) {
        //@ assert own[3] == 4;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
    w = vload4(1, own + 1);
//      ^^^^^^^^^^^^^^^^^^ error load:out-of-bounds
}

__kernel void below(int n) {
    int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int4 w = vload4(-1, own + 4);
//           ^^^^^^^^^^^^^^^^^^^ error load:out-of-bounds
}

__kernel void above(int n) {
    int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    vstore3((int3)(1), 2, own);
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
}
