// A type of a namespace does not hide the type outside.
struct T { char c; };
namespace M { typedef int T; }
__global__ void k() { int r = sizeof(T);
 //@ assert r == 4;
}
//! error c.unsupported 4:31:9
