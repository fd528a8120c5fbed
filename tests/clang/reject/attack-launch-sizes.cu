// No device has these launches, so runs of them refute nothing: `blockIdx.y` is below 65535.

#include <assert.h>

__global__ void grid(int *a) {
  assert(blockIdx.y != 65535);
//^^^^^^ unknown assert:condition-false
}
