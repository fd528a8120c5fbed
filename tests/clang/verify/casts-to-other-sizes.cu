// Memory under a type of another size. The lowest byte of a number comes first.
// trusted

__global__ void bytesOfAWord(unsigned char *bytes) {
    unsigned *words = (unsigned *)bytes;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        words[1] = 0x04030201u;
        assert(bytes[4] == 1 && bytes[7] == 4);
        bytes[5] = 0;
        assert(words[1] == 0x04030001u);
    }
}

__global__ void ownWord(unsigned char *bytes, unsigned *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned *words = (unsigned *)bytes;
    out[i] = words[i];
    words[i] = 0;
}

__global__ void oneByteOfEach(const unsigned *words, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = ((const unsigned char *)words)[4 * i + 1];
}

__global__ void anyByte(const unsigned *words, unsigned char *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = ((const unsigned char *)words)[i];
}

__global__ void signedParts(int *words) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        words[0] = -2;
        const short *parts = (const short *)words;
        assert(parts[0] == -2 && parts[1] == -1);
    }
}

__global__ void lanes(uint4 *vectors) {
    unsigned *numbers = (unsigned *)vectors;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1000) {
        numbers[4 * i + 2] = 7;
        assert(vectors[i].z == 7);
    }
}

__global__ void chosenLane(uint2 *vectors, unsigned *out) {
    const unsigned *numbers = (const unsigned *)vectors;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = numbers[i];
}

__global__ void vectorsOfParts(const unsigned *words, ushort4 *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = ((const ushort4 *)words)[i];
}

__global__ void sharedBytes(unsigned char *out) {
    __shared__ unsigned char s[256];
    int t = threadIdx.x;
    if (t < 64) {
        ((unsigned *)s)[t] = 0;
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + t] = s[t & 255];
}

// Nothing is known of the other bytes, and permission is for the whole word.
__global__ void writesOneByte(unsigned *words) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ((unsigned char *)words)[4 * i] = 1;
}

__global__ void partsOfPrivate(int *out) {
    int v[2];
    v[0] = v[1] = 65537;
    out[blockIdx.x * blockDim.x + threadIdx.x] = ((short *)v)[1] + ((short *)v)[2];
}

// An index of which the factor is known needs no claim that it is aligned.
__global__ void alignedByItsFactor(unsigned long *sums, unsigned long *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ulong4 sum = *(ulong4 *)&sums[4 * i];
    out[i] = sum.x + sum.w;
}

// All rows of an array are one array.
__global__ void rows() {
    __shared__ unsigned s[3][8];
    unsigned *all = (unsigned *)s;
    int t = threadIdx.x;
    if (t < 24) {
        all[t] = t;
        assert(s[t / 8][t % 8] == t);
    }
}

__global__ void rowsOfBytes() {
    __shared__ unsigned char s[4][8];
    int t = threadIdx.x;
    if (t < 8) {
        ((unsigned *)s)[t] = 0x01010101u;
        assert(s[t / 2][4 * (t % 2) + 3] == 1);
    }
}
