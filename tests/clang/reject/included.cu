// A kernel calls a function of an included file, in which a kernel is wrong, too.
#include "included.h"

__global__ void second(int n) {
    half(n);
}
