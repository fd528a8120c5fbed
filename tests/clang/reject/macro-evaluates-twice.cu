// The macro uses its argument twice, so the variable is incremented twice in one expression.

#define SQUARE(x) ((x) * (x))

__global__ void k(int n) {
    int i = 3;
    int y = SQUARE(i++);
//          ^^^^^^ error c.unsequenced
}
