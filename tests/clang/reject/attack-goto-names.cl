// What a jump leaves is in scope up to the end of its block, also for annotations behind the label.

__kernel void forwards(__global int *a, int n) {
    int x = 1;
    {
        if (n > 3) goto l;
        int x = 2;
        a[get_global_id(0)] = x;
        l: ;
        //@ assert x == 1;
//                 ^ error c.unsupported
        a[get_global_id(0)] = 3;
    }
}
