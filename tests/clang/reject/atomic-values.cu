// What atomic functions store and give. One thread runs, and the first claim that is false is the last one.

struct pair { float f; unsigned int u; };

__device__ int twice(int *p) {
    int first = atomicAdd(p, 1);
    return first + 2 * atomicSub(p + 1, 3);
}

__device__ int a[4];
__device__ unsigned int u[4];
__device__ unsigned long long l[1];
__device__ float f[1];
__device__ struct pair p[2];

/*@ kernel requires tcount == 1;
    context (\forall* int i = 0 .. 4; Perm(a[i], write) ** Perm(u[i], write));
    context Perm(l[0], write) ** Perm(f[0], write) ** Perm(p[0], write) ** Perm(p[1], write);
@*/
__global__ void k() {
    a[0] = 2147483647; a[1] = -5; a[2] = 12;
    u[0] = 7; u[1] = 0; u[2] = 9; u[3] = 4294967295u;
    l[0] = 5; f[0] = 1.5f; p[1].f = 2.5f; p[1].u = 4294967295u;
    int old = atomicAdd(&a[0], 1);
    //@ assert old == 2147483647 && a[0] == -2147483648;
    old = atomicMin(&a[0], 3);
    old = atomicMax(a + 1, old);
    //@ assert old == -5 && a[1] == -5 && a[0] == -2147483648;
    old = atomicMax(a + 1, 4);
    //@ assert old == -5 && a[1] == 4;
    old = atomicAnd(&a[2], 10);
    //@ assert a[2] == 8 && old == 12;
    unsigned int v = atomicXor(&u[3], 1u);
    //@ assert u[3] == 4294967294 && v == 4294967295;
    atomicOr(&a[2], 3);
    //@ assert a[2] == 11;
    v = atomicInc(&u[0], 7u);
    //@ assert v == 7 && u[0] == 0;
    v = atomicInc(&u[0], 7u);
    //@ assert v == 0 && u[0] == 1;
    v = atomicDec(&u[1], 6u);
    //@ assert v == 0 && u[1] == 6;
    v = atomicDec(&u[2], 8u);
    //@ assert v == 9 && u[2] == 8;
    v = atomicDec(&u[2], 8u);
    //@ assert v == 8 && u[2] == 7;
    unsigned long long w = atomicCAS(&l[0], 5ULL, 6ULL);
    //@ assert l[0] == 6 && w == 5;
    w = atomicCAS_system(l, 5ULL, 9ULL);
    //@ assert l[0] == 6 && w == 6;
    w = atomicExch(l, 18446744073709551615ULL);
    w = atomicAdd(l, 2ULL);
    //@ assert l[0] == 1 && w == 18446744073709551615;
    float g = atomicAdd(f, 0.25f);
    //@ assert g == 1.5f && f[0] == 1.75f;
    g = atomicExch(&p[1].f, g);
    v = atomicAdd(&p[1].u, 2u);
    //@ assert g == 2.5f && p[1].f == 1.5f && p[1].u == 1 && v == 4294967295;
    a[1] = 10;
    old = twice(a);
    //@ assert a[1] == 7 && a[0] == -2147483647 && old == -2147483628;
    //@ assert old == 0;
//             ^^^^^^^^ error assert:condition-false
}
