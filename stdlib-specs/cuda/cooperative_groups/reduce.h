// <cooperative_groups/reduce.h> is a part of <cooperative_groups.h>.
#include "../cooperative_groups.h"
