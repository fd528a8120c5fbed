//--no-annotations
// What annotations say is not used, neither that in comments nor that of calls.
/*@ kernel requires n == 4; @*/
__kernel void divides(__global int *y, int n) {
    __requires(n == 3);
    //@ assume n == 2;
    __assume(n == 1);
    y[get_global_id(0)] = 8 / n;
//                            ^ error expression:division-by-zero
}
