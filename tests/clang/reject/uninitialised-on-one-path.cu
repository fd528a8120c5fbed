// One path reads the variable before anything was assigned to it.

__global__ void k(int n) {
    int x;
    if (n > 0) x = 1;
    int y = x;
//          ^ error expression:uninitialised
}
