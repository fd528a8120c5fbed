// clang leaves the call of `put` out of its tree, because the type of `width` depends on a name that it does not know.
auto width() { return library(4); }
//                    ^^^^^^^ error c.clang
template <typename T> __device__ void put(int *a, T t) { a[0] = threadIdx.x; }

__global__ void races(int *a) {
    put(a, (decltype(width())) 0);
}
