// Functions of mathematics give equal results for equal arguments.

int isnan_(float x) {
    return x != x;
}

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    float x = n;
    float y = exp(x) + sqrt(x);
    float z = exp(x) + sqrt(x);
    int same = y >= z || y < z || isnan_(y);
    a[get_global_id(0)] = min(n, 5) + max(n, 3) + clamp(n, 1, 2) + (int)abs(n);
}
