// A special value that a macro gives as an unsigned number must stay possible.

#define NONE 0xffffffff

__kernel void k(__global const float *x, __global float *o, int which) {
  __local float s[256];
  int t = get_local_id(0);
  int g = get_global_id(0);
  s[t] = t;
//^^^^ error store:data-race
  if (which != NONE) { s[t] = x[which]; barrier(CLK_LOCAL_MEM_FENCE); }
//                            ^^^^^^^^ error load:out-of-bounds
  o[g] = s[get_local_size(0) - 1 - t];
}
