// A function changes its own copy of the argument, and the variable of the caller stays as it was.

int count_down(int x) {
    x = x - 1;
    return x;
}

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 9;
@*/
__kernel void k(__global int *a) {
    int x = 5;
    int y = count_down(x);
    //@ assert x == 5 && y == 4;
    a[get_global_id(0)] = x + y;
}
