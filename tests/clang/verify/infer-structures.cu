// Components of structures and vectors are accessed.

struct P { float x, y; int n; };
__global__ void move(P *p, const float4 *v, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { p[i].x += v[i].x; p[i].y += v[i].w; }
}
