// A file that is included twice means two things, and so would its annotations.
#define NAME one
#include "included-twice.h"
#undef NAME
#define NAME two
#include "included-twice.h"
