// A pointer keeps what another pointer pointed to when it was assigned.

#include <assert.h>

struct S { int *p; };
/*@ requires gsize.x == 1 && ngroups.x == 1 && a.length == 4 && b.length == 4; @*/
__global__ void piece(int *a, int *b) {
  int *p = a;
  S s;
  s.p = p;
//^^^^^^^ error c.unsupported
  p = b;
  s.p[0] = 3;
//^^^ error c.unsupported
  assert(b[0] == 3);
}

/*@ requires gsize.x == 1 && ngroups.x == 1 && a.length == 4 && b.length == 4; @*/
__global__ void later(int *a, int *b) {
  int *p = a;
  int *q;
  if (a[0] == 0) q = p; 
//               ^^^^^ error c.unsupported
  else q = (int*)(void*)p;
//     ^^^^^^^^^^^^^^^^^^ error c.unsupported
  p = b;
  q[0] = 3;
//^ error c.unsupported
  assert(b[0] == 3);
}
