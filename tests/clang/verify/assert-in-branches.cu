// Each branch knows its condition, and behind the `if` both results are known.

__global__ void k(int n) {
    int x;
    if (n > 10) {
        //@ assert n >= 11;
        x = 1;
    } else {
        //@ assert n <= 10;
        x = 2;
    }
    //@ assert x == (n > 10 ? 1 : 2);
}
