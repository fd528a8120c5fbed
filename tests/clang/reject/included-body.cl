// A body of which a part is in another file.
__kernel void k(__global int *a) {
//                               ^ error c.unsupported
#include "included-body.h"
}
