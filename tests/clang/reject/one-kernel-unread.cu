// A kernel that is not read is an error, and the other kernels are verified nevertheless.
__global__ void unread(int n) {
    __asm__("nop");
//  ^^^^^^^^^^^^^^ error c.unsupported
    n = 1;
}

__global__ void wrong(int n) {
    assert(n == 0);
//  ^^^^^^ error assert:condition-false
}
