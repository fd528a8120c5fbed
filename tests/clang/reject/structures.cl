// Structures: copies are values, fields without initialiser are zero only in a list, and threads may write different
// fields of one element.
struct pair { int a; int b; };
struct outer { struct pair in; int c; };

struct pair changed(struct pair p) {
    p.a = 7;
    return p;
}

__kernel void values(struct pair by, int n) {
    struct pair p = {1};
    struct pair q = p;
    q.a = 3;
    if (n == 0) {
        //@ assert p.a == 3;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 1) {
        //@ assert p.b == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    q = changed(p);
    if (n == 2) {
        //@ assert p.a == 7;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 3) {
        //@ assert q.a == 1;
//                 ^^^^^^^^ error assert:condition-false
    }
    struct outer o = {p, 5};
    p.b = 6;
    if (n == 4) {
        //@ assert o.in.b == 6;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
    struct pair none;
    none.a = 1;
    if (n == 5) n = none.b;
//                  ^^^^^^ error expression:uninitialised
    by.a = 4;
    if (n == 6) {
        //@ assert by.b == 4;
//                 ^^^^^^^^^ error assert:condition-false
    }
    n = sizeof(struct outer);
    if (n != 12) {
        //@ assert false;
    }
    n = by.a + by.b;
//      ^^^^^^^^^^^ error expression:overflow
}

/*@ kernel requires get_num_groups(0) == 1 && gsize.x == 2 && p.length == 1;
    requires tid == 0 ==> Perm(p[0].a, write);
    requires tid == 1 ==> Perm(p[0].b, write);
    ensures tid == 0 ==> Perm(p[0].a, write) ** p[0].a == 1;
@*/
__kernel void fields(__global struct pair *p) {
    int i = get_global_id(0);
    if (i == 0) p[0].a = 1;
    if (i == 1) p[0].b = 1;
    if (i == 1) p[0].a = 1;
//              ^^^^ error store:insufficient-permission
}

/*@ context tid < p.length ==> Perm(p[tid].a, write); @*/
__kernel void whole(__global struct pair *p) {
    int i = get_global_id(0);
    struct pair one = {1, 2};
    if (i < 10 && get_global_size(0) >= 10) p[i] = one;
//                                          ^^^^ error store:insufficient-permission
//                                          ^^^^ error store:out-of-bounds
}
