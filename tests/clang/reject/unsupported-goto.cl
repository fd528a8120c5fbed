// Jumps that Sepal does not read.

__kernel void intoBlock(__global int *a, int n) {
    if (n > 0) goto inside;
//             ^^^^^^^^^^^ error c.unsupported
    {
        n = 1;
    inside:
        n = 2;
    }
    a[get_global_id(0)] = n;
}

__kernel void intoLoop(__global int *a, int n) {
    int k = 0;
    if (n > 0) goto middle;
//             ^^^^^^^^^^^ error c.unsupported
again:
    k++;
middle:
    k++;
    if (k < 10) goto again;
    a[get_global_id(0)] = k;
}

__kernel void pastDeclaration(__global int *a, int n) {
    if (n > 0) goto end;
    int x = 3;
//  ^^^^^^^^^ error c.unsupported
end:
    a[get_global_id(0)] = x;
}

__kernel void acrossBranches(__global int *a, int n) {
    if (n > 0) {
        goto other;
//      ^^^^^^^^^^ error c.unsupported
    } else {
    other:
        a[get_global_id(0)] = 1;
    }
}
