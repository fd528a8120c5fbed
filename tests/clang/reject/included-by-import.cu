// `#import` includes a file, too, and its annotations are claims.
#import "included-by-import.h"

__global__ void k(int *a) {
    int x = same(1);
}
