// Shared memory that the code reads as several types, and a cast that changes the type of elements.
__global__ void two(float x) {
    extern __shared__ char bytes[];
    float *s = (float *)bytes;
    int *t = (int *)bytes;
}

__global__ void parts(float *a) {
    int *b = (int *)(void *)a;
}

__global__ void neighbours(float *out) {
    extern __shared__ unsigned char raw[];
    float *s = (float *)raw;
    s[threadIdx.x] = 1;
//  ^^^^^^^^^^^^^^ error store:data-race
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}
