// A pointer that is declared without a value, and later points into an array.
__global__ void used(const float *a, int n) {
    const float *p;
    if (n > 0) p = a;
    float x = *p;
//            ^^ unknown load:out-of-bounds
//             ^ error expression:uninitialised
}

__global__ void two(const float *a, float *b) {
    const float *q;
    q = a;
    q = b;
}

__global__ void early(const float *a, int n) {
    const float *p;
    for (int i = 0; i < 2; i++) {
        float x = i > 0 ? p[0] : 0;
//                        ^ error c.unsupported
        p = a;
    }
}
