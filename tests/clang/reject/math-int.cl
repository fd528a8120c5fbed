//--math-int
// What is left out are results that do not fit: division by zero, bounds and conversions are as before.
__kernel void numbers(__global int *a, int n, unsigned m) {
    int i = get_global_id(0);
    a[i] = 1 / n;
    unsigned char low = m;
    __assert(low == m);
    int own[2];
    own[n] = 1;
}
//! error expression:division-by-zero 5:16:1
//! unknown assert:condition-false 7:14:8
//! error store:out-of-bounds 9:5:6
