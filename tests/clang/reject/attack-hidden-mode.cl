// For `pad == 0`, four elements of each thread overlap with those of the next one. The condition
// `4 <= (pad != 0 ? 5 : 3)` would hide that, since it means `pad != 0`.
__kernel void k(__global float *x, int pad) {
  int i = get_global_id(0);
  int p = pad ? 5 : 3;
  for (int j = 0; j < 4; j++) {
    x[i * p + j] = j;
//  ^^^^^^^^^^^^ error store:data-race
  }
}
