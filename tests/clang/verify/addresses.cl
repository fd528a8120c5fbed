// Pointers to private variables and to components lead to one place.
struct pair { int a; int b; };

void moved(float4 *v, int *n) {
    v->x = 1.0f;
    (*v).yz = v->xx;
    *n += 2;
}
int sum(const struct pair *p) {
    return p->a + p->b;
}
void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
void set(__global int *p) {
    *p = 7;
}

/*@ requires tid < p.length;
    context Perm(p[tid], write);
    ensures p[tid].a == 7 && p[tid].b == \old(p[tid].b);
@*/
__kernel void k(__global struct pair *p, int n) {
    int i = get_global_id(0);
    float4 v = 0.0f;
    int m = 3;
    moved(&v, &m);
    //@ assert v.x === 1.0f && v.y === 1.0f && v.w === 0.0f && m == 5;
    struct pair s = {1, 2};
    m = sum(&s);
    //@ assert m == 3;
    swap(&s.a, &s.b);
    //@ assert s.a == 2 && s.b == 1;
    swap(&m, &m);
    //@ assert m == 3;
    struct pair *q = &s;
    q->a = 9;
    (&*q)->b = s.a;
    //@ assert s.a == 9 && s.b == 9;
    int j = i;
    __global int *r = &p[j].a;
    j = 1000000;
    set(r);
    int own[3] = {1, 2, 3};
    swap(&own[0], own + 2);
    //@ assert own[0] == 3 && own[2] == 1;
}
