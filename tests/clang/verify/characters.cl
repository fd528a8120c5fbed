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

// A string is an array of its characters, with a 0 behind them.
__kernel void strings(__global char *out) {
    __constant const char *text = "key";
    int i = get_global_id(0);
    char last = text[3];
    char second = text[1];
    //@ assert last == 0 && second == 101;
    out[i] = text[i & 3];
}
