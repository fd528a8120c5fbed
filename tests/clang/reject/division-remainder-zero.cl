// A remainder by 0 is an error, too.

__kernel void k(uint n, uint m) {
    uint r = n % m;
//               ^ error expression:division-by-zero
}
