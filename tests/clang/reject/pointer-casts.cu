// A pointer that is cast to vectors leads to all lanes of them, and to places for vectors only.
__global__ void misaligned(float *a) {
    float4 *p = (float4 *)(a + 2);
//              ^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void depends(float *a, int n) {
    if (0 <= n && n < 1000) {
        float4 *p = (float4 *)(a + n);
//                  ^^^^^^^^^^^^^^^^^ error assert:condition-false
    }
}

__global__ void lanes_race(float *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2) {
        ((float2 *)a)[i] = make_float2(1.0f, 2.0f);
//      ^^^^^^^^^^^^^^^^ error store:data-race
        a[3 - i] = 3.0f;
    }
}

__global__ void last_lane() {
    __shared__ float s[6];
    if (threadIdx.x == 0) ((float4 *)s)[1] = make_float4(1.0f, 2.0f, 3.0f, 4.0f);
//                        ^^^^^^^^^^^^^^^^ error store:out-of-bounds
//                        ^^^^^^^^^^^^^^^^ unknown contract.well-formed:out-of-bounds
}

__global__ void other_lane(int *a) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        ((int4 *)a)[1] = make_int4(1, 2, 3, 4);
        assert(a[4] == 2);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void units(int *a) {
    int2 *p = (int2 *)a + 1;
    int *q = (int *)p;
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        q[0] = 5;
        a[1] = 6;
        assert(q[0] == 6);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void two_views(float *a, int n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        float2 *p = (float2 *)a;
        p[1] = make_float2(1.0f, 2.0f);
        ((float4 *)a)[0] = make_float4(3.0f, 4.0f, 5.0f, 6.0f);
        assert(p[1].x == 1.0f);
//      ^^^^^^ error assert:condition-false
    }
}

__global__ void three(float *a) {
    float3 *p = (float3 *)(a + 3);
//              ^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void private_array() {
    float v[4];
    float4 *p = (float4 *)v;
//              ^^^^^^^^^^^ error c.unsupported
}

__global__ void moved(float *a, int n) {
    float4 *p = (float4 *)a;
    float2 *q = (float2 *)a;
    float *r = a;
    if (n > 0) r = (float *)(q + 1);
    if (blockIdx.x == 0 && threadIdx.x == 0) r[2] = p[0].x;
}
