// The body divides before the condition is tested for the first time.

__global__ void k(int n, int d) {
    int x = n;
    int rounds = 0;
    //@ loop_invariant 0 <= rounds && rounds <= 3;
    do {
        x = 100 / d;
//                ^ error expression:division-by-zero
        rounds++;
    } while (rounds < 3 && d > 0);
}
