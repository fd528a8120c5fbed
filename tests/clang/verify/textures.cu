// Reads of textures are abstract functions of the texture and the coordinates.

texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, 2, cudaReadModeNormalizedFloat> picture;

__global__ void k(float *a, cudaTextureObject_t object, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 v = tex2D(picture, i + 0.5f, 0.0f);
        float first = tex2D<float>(object, i, 0);
        float second = tex2D<float>(object, i, 0);
        //@ assert first === second;
        a[i] = tex1Dfetch(line, i) + first + v.x;
    }
}

// What a texture holds is a number of its type.
__global__ void index(int *a, cudaTextureObject_t object, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned char c = tex1Dfetch<unsigned char>(object, i);
        //@ assert 0 <= c && c < 256;
        a[i] = c;
    }
}
