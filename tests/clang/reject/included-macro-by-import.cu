// A macro of a file that `#import` includes: the code writes `one`, and the annotation would read `two`.
#import "included-macro-by-import.h"

__global__ void k() {
    int one = 1;
    {
        int two = 2;
        /*@ assert two == 2; @*/
//                 ^^^ error c.annotation
//                 ^^^ error resolve.unknown-name
    }
}
