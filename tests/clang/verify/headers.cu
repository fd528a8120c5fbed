// Files with code of the host are read: headers, classes of the library of C++, launches. Only kernels are verified.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

/*@ context n <= x.length ** (tid < n ==> Perm(x[tid], write));
    ensures tid < n ==> x[tid] == 1;
@*/
__global__ void ones(int *x, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        assert(x[i] > 0);
    }
}

template <typename T> struct Buffer {
    T *data = nullptr;
    explicit Buffer(size_t n) {
        if (cudaMalloc(&data, n * sizeof(T)) != cudaSuccess) {
            throw std::runtime_error("no memory");
        }
    }
    ~Buffer() {
        cudaFree(data);
    }
};

int main(int argc, char **argv) {
    unsigned n = argc > 1 ? atoi(argv[1]) : 1024;
    std::vector<int> host(n);
    try {
        Buffer<int> buffer(n);
        ones<<<(n + 255) / 256, 256>>>(buffer.data, n);
        cudaMemcpy(host.data(), buffer.data, n * sizeof(int), cudaMemcpyDeviceToHost);
    } catch (const std::exception &error) {
        std::cerr << error.what() << std::endl;
        return EXIT_FAILURE;
    }
    printf("%d\n", host[0]);
    return 0;
}
