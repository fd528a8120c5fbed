// A cast to a pointer of all spaces, and of another type whose elements are as long.

/*@ kernel requires tcount <= o.length; @*/
__kernel void narrow(__global uchar *o) {
    int i = get_global_id(0);
    ((char *)o)[i] = -1;
    uchar x = o[i];
    __assert(x == 255);
}

int at(int *p, int i) { return p[i]; }

/*@ kernel requires tcount <= o.length; @*/
__kernel void same(__global int *o, __global int *to) {
    to[get_global_id(0)] = at((int *)o, get_global_id(0));
}
