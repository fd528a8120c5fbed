// What is not so of memory under a type of another size.

__global__ void race(unsigned char *bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ((unsigned *)bytes)[i] = 0;
//  ^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
    bytes[4 * i + 4] = 1;
}

__global__ void lastBytes() {
    __shared__ unsigned char s[6];
    if (threadIdx.x == 0) ((unsigned *)s)[1] = 0;
//                        ^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
//                        ^^^^^^^^^^^^^^^^^^ unknown contract.well-formed:out-of-bounds
}

__global__ void misaligned(unsigned char *bytes) {
    unsigned *p = (unsigned *)(bytes + 2);
//                ^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void depends(unsigned char *bytes, int n) {
    if (0 <= n && n < 1000) {
        unsigned *p = (unsigned *)(bytes + n);
//                    ^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    }
}

__global__ void order(unsigned char *bytes) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *(unsigned *)bytes = 0x04030201u;
        assert(bytes[0] == 4);
//      ^^^^^^ error assert:condition-false
    }
}

// Threads may write different bytes of one word. Sepal does not know that, and must not call it a race.
__global__ void differentBytes(unsigned *words) {
    ((unsigned char *)words)[threadIdx.x] = 1;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
}

// Not even the bytes that stay are known.
__global__ void otherBytes(unsigned *words) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        words[0] = 0;
        ((unsigned char *)words)[1] = 1;
        assert(words[0] == 256);
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void sameValueOfOthers(unsigned *words) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        ((unsigned char *)words)[0] = 1;
        ((unsigned char *)words)[4] = 1;
        assert(words[0] == words[1]);
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void negativeIndex(const unsigned *words, unsigned char *out) {
    const unsigned char *bytes = (const unsigned char *)words;
    out[blockIdx.x * blockDim.x + threadIdx.x] = bytes[-1];
//                                               ^^^^^^^^^ error load:out-of-bounds
}

__global__ void nextLane(uint4 *vectors) {
    unsigned *numbers = (unsigned *)vectors;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        vectors[0] = make_uint4(1, 2, 3, 4);
        vectors[1] = make_uint4(5, 6, 7, 8);
        assert(numbers[1] == 5);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void address(unsigned char *bytes) {
    unsigned *p = (unsigned *)bytes;
    unsigned *q = &p[1];
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *q = 1;
        assert(bytes[4] == 0);
//      ^^^^^^ error assert:condition-false
    }
}

// Nothing says where a private array starts.
__global__ void privateBytes(unsigned *out) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++) bytes[i] = 0;
    out[0] = ((unsigned *)bytes)[1];
//            ^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void privateParts() {
    int v[2];
    ((short *)v)[1] = 1;
//  ^^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void sizesThatDoNotDivide(float3 *a) {
    float2 *p = (float2 *)a;
//              ^^^^^^^^^^^ error c.unsupported
}

__global__ void atomics(unsigned char *bytes) {
    unsigned *p = (unsigned *)bytes;
    atomicAdd(p, 1u);
//  ^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void volatileFlag(unsigned char *bytes) {
    volatile unsigned *p = (volatile unsigned *)bytes;
    __threadfence();
    *p = 1;
//  ^^ error c.unsupported
}

__global__ void truthValues(bool *b) {
    unsigned *p = (unsigned *)b;
//                ^^^^^^^^^^^^^ error c.unsupported
}

__global__ void behindTheRows() {
    __shared__ unsigned s[3][8];
    if (threadIdx.x == 0) ((unsigned *)s)[24] = 0;
//                        ^^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
//                        ^^^^^^^^^^^^^^^^^^^ unknown contract.well-formed:out-of-bounds
}

__global__ void otherRow() {
    __shared__ unsigned s[3][8];
    if (threadIdx.x == 0) {
        s[1][0] = 5;
        ((unsigned *)s)[9] = 6;
        assert(s[1][0] == 6);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void mentionedAccesses(unsigned char *bytes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ((unsigned *)bytes)[i] = 0;
//  ^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    __assert(__write_implies(bytes, __write_offset_bytes(bytes) == 4 * i));
}
