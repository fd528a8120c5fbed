// A macro ends the body and says more, so that clang reads another file without the body.
template <typename T> constexpr int v = 1;
#define END } template <> constexpr int v<int> = 2;
void f() { window(); END
//         ^^^^^^ error c.clang

__global__ void k(int *a) {
    if (v<int> == 2) a[0] = threadIdx.x;
}
