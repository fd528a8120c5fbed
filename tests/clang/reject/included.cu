// The annotation at the end of the included file belongs to nothing, and not to the kernel here.
#include "included.h"

__global__ void second(int n) {
    half(n);
}
