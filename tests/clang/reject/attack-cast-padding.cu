// Spaces between numbers are a part of a structure.
struct Wide { float4 v; float w; };
struct Aligned { struct alignas(16) { float a; } inner; float b; };
struct Nothing {};
struct Behind { Nothing nothing; float a, b; };
struct Shorts { short a; short2 b; short c; };

__global__ void wide(float *x) {
    Wide *p = (Wide *)x;
//            ^^^^^^^^^ error c.unsupported
    p[blockIdx.x * blockDim.x + threadIdx.x].w = 1;
}

__global__ void aligned(float *x) {
    Aligned *p = (Aligned *)x;
//               ^^^^^^^^^^^^ error c.unsupported
    p[blockIdx.x * blockDim.x + threadIdx.x].b = 1;
}

__global__ void behind(float *x) {
    Behind *p = (Behind *)x;
//              ^^^^^^^^^^^ error c.unsupported
    p[blockIdx.x * blockDim.x + threadIdx.x].b = 1;
}

__global__ void shorts(short *x) {
    Shorts *p = (Shorts *)x;
//              ^^^^^^^^^^^ error c.unsupported
    p[blockIdx.x * blockDim.x + threadIdx.x].c = 1;
}
