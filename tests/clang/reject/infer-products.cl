// Claims about products and quotients that hold for most small numbers.
#define SMALL(x) (-100 < (x) && (x) < 100)

__kernel void larger(int x, int y) {
    if (SMALL(x) && SMALL(y)) __assert(x * y >= x || y < 0);
//                                     ^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__kernel void signs(int x, int y) {
    if (SMALL(x) && SMALL(y) && x < 0 && y <= 0) __assert(x * y > 0);
//                                                        ^^^^^^^^^ error assert:condition-false
}

__kernel void square(int x) {
    if (SMALL(x) && x != 0) __assert(x * x > x);
//                                   ^^^^^^^^^ error assert:condition-false
}

__kernel void three(int x, int y, int z) {
    if (SMALL(x) && SMALL(y) && SMALL(z) && x > 0) __assert(x * y * z >= 0 || y < 0);
//                                                          ^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__kernel void scaled(int x, int y, int z) {
    if (SMALL(x) && SMALL(y) && SMALL(z) && x <= y) __assert(x * z <= y * z);
//                                                           ^^^^^^^^^^^^^^ error assert:condition-false
}

__kernel void quotient(int x, int d) {
    if (0 < x && x < 100 && 0 < d && d < 100) __assert(x / d < x);
//                                                     ^^^^^^^^^ error assert:condition-false
}

__kernel void rest(int x, int d) {
    if (SMALL(x) && 0 < d && d < 100) __assert(0 <= x % d);
//                                             ^^^^^^^^^^ error assert:condition-false
}

__kernel void by_zero(int x, int d) {
    if (SMALL(x) && -1 < d && d < 100) __assert(x / d * d <= x || x < 0);
//                                                  ^ error contract.well-formed:division-by-zero
}

__kernel void large(__global int *a, int x, int y) {
    if (get_global_id(0) == 0 && x > 0 && y > 0) a[0] = x * y;
//                                                      ^^^^^ error expression:overflow
}
