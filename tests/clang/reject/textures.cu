// What is not known of the values of textures.

texture<int, 1, cudaReadModeElementType> first;
texture<int, 1, cudaReadModeElementType> second;

__global__ void otherTexture(int *a) {
    int v = tex1Dfetch(first, 0);
    int w = tex1Dfetch(second, 0);
    //@ assert v == w;
//             ^^^^^^ unknown assert:condition-false
}

__global__ void otherPlace(cudaTextureObject_t object) {
    int v = tex1Dfetch<int>(object, threadIdx.x);
    int w = tex1Dfetch<int>(object, threadIdx.x + 1);
    //@ assert v == w;
//             ^^^^^^ unknown assert:condition-false
}

__global__ void otherObject(cudaTextureObject_t object, cudaTextureObject_t another) {
    int v = tex1Dfetch<int>(object, 0);
    int w = tex1Dfetch<int>(another, 0);
    //@ assert v == w;
//             ^^^^^^ unknown assert:condition-false
}

// Which element is written depends on the texture.
__global__ void scatter(int *a, int n) {
    int v = tex1Dfetch(first, threadIdx.x);
    if (0 <= v && v < n) a[v] = threadIdx.x;
//                       ^^^^ unknown store:out-of-bounds
}

// Surfaces can be written, and are not read yet.
__global__ void surfaces(cudaSurfaceObject_t surface) {
    int v = surf1Dread<int>(surface, 0);
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
