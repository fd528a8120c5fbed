// Functions that move bits, and the clock.

__global__ void moves(unsigned int *a, unsigned int x, int y) {
    unsigned int one = __brev(1u);
    //@ assert one == 2147483648;
    unsigned int back = __brev(6u);
    //@ assert back == 1610612736;
    unsigned long long wide = __brevll(2ull);
    //@ assert wide == 4611686018427387904;
    unsigned int left = __funnelshift_l(0x80000000u, 1u, 1u);
    //@ assert left == 3;
    unsigned int same = __funnelshift_l(7u, x, 32u);
    //@ assert same == x;
    unsigned int clamped = __funnelshift_lc(7u, x, 40u);
    //@ assert clamped == 7;
    unsigned int right = __funnelshift_r(5u, 1u, 1u);
    //@ assert right == 2147483650;
    unsigned int all = __funnelshift_rc(5u, x, 33u);
    //@ assert all == x;
    unsigned int bytes = __byte_perm(0x03020100u, 0x07060504u, 0x7041u);
    //@ assert bytes == 7 * 16777216 + 0 * 65536 + 4 * 256 + 1;
    unsigned int distance = __sad(-3, 4, 10u);
    //@ assert distance == 17;
    int down = __hadd(-3, 2), up = __rhadd(2147483647, 2147483646);
    //@ assert down == -1 && up == 2147483647;
    unsigned int mean = __uhadd(4294967295u, 4294967295u);
    //@ assert mean == 4294967295;
    int i = __popcll(0xf0f0f0f0f0f0f0f0ull);
    //@ assert i == 32;
    a[threadIdx.x + blockIdx.x * blockDim.x] = one ^ back ^ left;
}

__global__ void times(long long *a, int *n) {
    long long start = clock64();
    long end = clock();
    a[threadIdx.x + blockIdx.x * blockDim.x] = start ^ end;
}
