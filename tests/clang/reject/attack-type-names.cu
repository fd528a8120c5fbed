// A name of two types names none of them.
enum T : unsigned char { A };
__device__ void other() { typedef int T; }
__global__ void k() { int r = sizeof(T);
 //@ assert r == 4;
 int s = (T)300;
 //@ assert s == 300;
}
//! error c.unsupported 4:31:9
//! error c.unsupported 6:10:6
