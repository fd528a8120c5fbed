// Claims about products and quotients that hold for all numbers.
#define SMALL(x) (-100 < (x) && (x) < 100)

__kernel void square(int x) {
    if (SMALL(x)) __assert(x * x >= 0 && x * x >= x);
}

__kernel void larger(int x, int y) {
    if (SMALL(x) && SMALL(y) && x > 0 && y > 0) __assert(x * y >= x && x * y >= y && x * y >= x + y - 1);
}

__kernel void signs(int x, int y) {
    if (SMALL(x) && SMALL(y) && x < 0 && y < 0) __assert(x * y > 0);
}

__kernel void in_turn(int x, int y) {
    if (SMALL(x) && SMALL(y)) __assert(x * y == y * x && (x + 1) * y == x * y + y);
}

__kernel void scaled(int x, int y, int z) {
    if (SMALL(x) && SMALL(y) && SMALL(z) && x <= y && z >= 0) __assert(x * z <= y * z);
}

__kernel void quotient(int x, int d) {
    if (0 <= x && x < 100 && 0 < d && d < 100) __assert(0 <= x / d && x / d <= x);
}

__kernel void rows(__global int *a, int n, int m) {
    int i = get_global_id(0);
    if (0 < n && n < 100 && 0 <= m && m < n && i < 100) for (int j = 0; j <= m; j++) a[i * n + j] = j;
}

// Proved for launches in which the rows are long enough, as the verdict says.
__kernel void columns(__global int *a, int n, int m) {
    int i = get_global_id(0);
    if (0 < n && n < 100 && 0 <= m && m <= n && i < 100) for (int j = 0; j <= m; j++) a[i * n + j] = j;
}
