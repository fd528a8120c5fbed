// The template is instantiated for unsigned char, and its result has only 8 bits.

template <typename T> __device__ T same(T x) {
    return x;
}

__global__ void k(int n) {
    int x = same<unsigned char>(300);
    //@ assert x == 300;
//             ^^^^^^^^ error assert:condition-false
}
