// Comments may stand before the name of a directive.
# /* a file */ \
  import "included-by-import.h"

__global__ void k(int *a) {
    int x = same(1);
}
