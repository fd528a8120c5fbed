// A null pointer stays one when it is cast to elements of another size.

__global__ void race(int *a, int *out, int n) {
    int *p = nullptr;
    if (n > 0) p = a;
    char *q = (char *)p;
    if (a != nullptr && q == nullptr) out[0] = threadIdx.x;
//                                    ^^^^^^ error store:data-race
}

// All null pointers are equal, also one that is declared and one that the host passes.
__global__ void equal(int *a, int *out, int n) {
    int *p = nullptr;
    if (n > 0) p = a;
    if (n <= 0 && p == a) out[0] = threadIdx.x;
//                ^^^^^^ error c.unsupported
}
