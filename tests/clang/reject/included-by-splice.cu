// A directive may go on in the next line.
#inc\
lude "included-by-import.h"

__global__ void k(int *a) {
    int x = same(1);
}
