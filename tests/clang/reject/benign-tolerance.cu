//--benign-tolerance
// Steps of the code do not race with each other, and race with stores of equal values.
__global__ void flag(int *s) {
    s[0] = 1;
    int x = *(volatile int *)s;
    __threadfence();
}
__global__ void sum(int *s) {
    s[0] = 1;
    atomicAdd(s, 1);
}
