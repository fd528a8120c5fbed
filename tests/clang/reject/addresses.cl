// Pointers to private variables and to components: aliases, values, and what they do not lead to.
struct pair { int a; int b; };

void twice(int *a, int *b) {
    *a += 1;
    *b += *a;
}

void set(__global int *a) {
    *a = 1;
}

__kernel void k(__global struct pair *p, int n) {
    int m = 1;
    twice(&m, &m);
    if (n == 0) {
        //@ assert m == 3;
//                 ^^^^^^ error assert:condition-false
    }
    int none;
    int *q = &none;
    if (n == 1) m = *q;
//                  ^^ error expression:uninitialised
    struct pair s = {1, 2};
    struct pair t = s;
    struct pair *r = &t;
    r->a = 5;
    if (n == 2) {
        //@ assert s.a == 5;
//                 ^^^^^^^^ error assert:condition-false
    }
    twice(&s.a, &s.b);
    if (n == 3) {
        //@ assert s.b == 2;
//                 ^^^^^^^^ error assert:condition-false
    }
    if (n == 4) set(&p[0].a);
//                   ^^^^ error store:data-race
}
