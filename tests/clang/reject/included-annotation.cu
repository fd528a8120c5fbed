// The annotation at the end of the included file belongs to nothing, and not to the kernel here.
#include "included-annotation.h"
__global__ void k(int n) {
    same(n);
}
