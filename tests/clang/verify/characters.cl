// Characters, enumerations with computed values, and comments of documentation.

enum size {
    /** the first */
    SMALL = 1 << 3,
    /** the second */
    LARGE
};

/*@ requires tid < a.length;
    context Perm(a[tid], write);
@*/
__kernel void k(__global int *a) {
    /** a character */
    char c = '\xff';
    //@ assert c == -1;
    int x = LARGE + 'a';
    //@ assert x == 9 + 97;
    a[get_global_id(0)] = x + c;
}
