// A race in an included file.
#include "included-race.h"
