//--benign-tolerance
// Steps of the code do not race with each other, and race with stores of equal values.
__global__ void flag(int *s) {
    s[0] = 1;
//  ^^^^ error store:data-race
    int x = *(volatile int *)s;
    __threadfence();
}
__global__ void sum(int *s) {
    s[0] = 1;
//  ^^^^ error store:data-race
    atomicAdd(s, 1);
}
