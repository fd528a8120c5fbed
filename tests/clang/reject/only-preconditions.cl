//--only-requires
// What is assumed in the body is no precondition.
__kernel void assumes(__global int *y, int n) {
    __assume(n == 1);
    y[get_global_id(0)] = 8 / n;
//                            ^ error expression:division-by-zero
}
