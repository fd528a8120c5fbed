// Each number except 0 becomes true, and true becomes 1.

__global__ void k(int n, float x) {
    bool a = 256;
    bool b = 0.5f;
    bool c = n;
    int sum = a + b;
    //@ assert a && b && sum == 2;
    //@ assert c == (n != 0);
    bool negated = !n;
    //@ assert negated == (n == 0);
}
