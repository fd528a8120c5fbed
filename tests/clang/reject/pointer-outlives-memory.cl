// Pointers that lead to memory of an inner block or of a function that has ended.

int *ofFunction(int v) {
    int z[1];
    z[0] = v;
    return z;
//  ^^^^^^^^ error c.lifetime
}

__kernel void returned(__global int *a) {
    a[get_global_id(0)] = ofFunction(3)[0];
}

__kernel void ofBlock(__global int *a) {
    int *p;
    {
        int z[1];
        z[0] = 1;
        p = z;
//      ^^^^^ error c.lifetime
    }
    a[get_global_id(0)] = p[0];
}
