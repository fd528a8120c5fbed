// <cooperative_groups/memcpy_async.h> is a part of <cooperative_groups.h>.
#include "../cooperative_groups.h"
