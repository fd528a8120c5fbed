// Enumerations of C++, with a type of their numbers and without.
enum class unit : unsigned char { A, B = 255 };
enum mode { FIRST, SECOND };

__global__ void k(mode m, int *a) {
    unit u = unit::B;
    int i = static_cast<int>(u);
    assert(i == 255 && u != unit::A);
    mode own = m == FIRST ? SECOND : FIRST;
    switch (own) {
    case SECOND:
        assert(m == FIRST);
        break;
    default:
        assert(m != FIRST);
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = own;
}
