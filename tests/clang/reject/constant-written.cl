// Writes of constants: of a variable that is declared `const`, and of constant memory behind a cast.

__kernel void variable(__global int *a) {
    const int scale = 2;
    int *p = (int *)&scale;
    *p = 3;
//  ^^^^^^ error c.constant
    a[get_global_id(0)] = scale;
}

__kernel void list(__global int *a) {
    const int table[2] = {1, 2};
    int *p = (int *)table;
    p[get_global_id(0) & 1] = 3;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.constant
    a[get_global_id(0)] = table[0];
}
