// Structures with constant fields, in a file that does not write them.

struct W {
    const int v;
    int w;
};

__global__ void field() {
    W w = {1, 2};
    w.w = 5;
    assert(w.v + w.w == 6);
}
