// A `char` is signed.

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
    //@ assert c == 255;
//             ^^^^^^^^ error assert:condition-false
    int x = LARGE + 'a';
    //@ assert x == 9 + 97;
    a[get_global_id(0)] = x + c;
}

__kernel void behindTheString(__global char *out) {
    out[get_global_id(0)] = "key"[4];
//                          ^^^^^^^^ error load:out-of-bounds
}

__kernel void wrongCharacter() {
    char first = "key"[0];
    //@ assert first == 75;
//             ^^^^^^^^^^^ error assert:condition-false
}
