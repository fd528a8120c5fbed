// Functions that the language has in a namespace or as templates are not taken for others of the same name.
#include <algorithm>
#include <cooperative_groups.h>

__global__ void k(float *x, cudaTextureObject_t t) {
    x[1] = std::clamp(x[1], 0.0f, 1.0f);
//         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    cooperative_groups::sync(cooperative_groups::this_thread_block());
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    x[2] = surf1Dread<float>(t, 4);
//         ^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
