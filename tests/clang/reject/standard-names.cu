// A structure of the program has the name of one of the library, with its fields in another order.
#include <utility>
template <typename A, typename B> struct pair {
    B second;
    A first;
};

__global__ void k(int n) {
    std::pair<int, int> p{1, 2};
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    pair<int, int> q{1, 2};
}
