// The place of an access is counted in bytes of numbers, also in rows. An access under a `volatile` name is one, too.

/*@ requires gsize.x == 1 && ngroups.x == 1 ; @*/
__global__ void rows(int *a) {
  __shared__ int m[4][4];
  m[0][1] = 0;
  __assert(__write_implies(m, __write_offset_bytes(m) == 16));
//         ^^^^^^^^^^^^^^^ error assert:condition-false
}

/*@ requires gsize.x == 1 && ngroups.x == 1 && a.length == 10; @*/
__global__ void step(volatile int *a) {
  a[5] = 2;
  __assert(__write_implies(a, __write_offset_bytes(a) == 0));
//         ^^^^^^^^^^^^^^^ error assert:condition-false
  atomicAdd((int*)a + 3, 1);
}

/*@ requires gsize.x == 1 && ngroups.x == 1 && a.length == 40; @*/
__global__ void vectors(float *a) {
  float4 *v = (float4*)a;
  v[1].x = 1.0f;
  __assert(__write_implies(v, __write_offset_bytes(v) == 64));
//         ^^^^^^^^^^^^^^^ error c.unsupported
}
