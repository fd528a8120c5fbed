// Narrow integers are computed as `int`.

/*@ requires 0 <= n && n <= 1000 && tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a, int n) {
    uchar p = 200;
    uchar q = 100;
    int sum = p + q;
    //@ assert sum == 300;
    uchar wrapped = p + q;
    //@ assert wrapped == 44;
    char c = 100;
    int twice = c + c;
    //@ assert twice == 200;
    a[get_global_id(0)] = sum;
}
