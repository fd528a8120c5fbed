// Copies of structures of CUDA are values.
struct pair {
    int a, b;
};

__global__ void copies(int n) {
    pair p = {1, 2};
    pair q = p;
    q.a = 3;
    if (n == 0) {
        //@ assert p.a == 3;
//                 ^^^^^^^^ error assert:condition-false
    }
    p = q;
    q.b = 9;
    if (n == 1) {
        //@ assert p.b == 9;
//                 ^^^^^^^^ error assert:condition-false
    }
    pair none;
    none.a = 1;
    if (n == 2) n = none.b;
//                  ^^^^^^ error expression:uninitialised
}
