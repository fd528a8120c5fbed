// A negative element tells the kind of a border. The last kind reads behind the array, which no condition on the data
// hides.
__kernel void flow(__global const int *next, __global const float *speed, __global float *out, int cells) {
  const float outside[2] = {1.0f, 2.0f};
  int cell = get_global_id(0);
  if (cell >= cells) return;
  float sum = 0.0f;
  for (int side = 0; side < 4; side++) {
    int other = next[cell + side * cells];
    if (other >= 0) sum += speed[other];
    else if (other == -37) sum += outside[2];
//                                ^^^^^^^^^^ error load:out-of-bounds
  }
  out[cell] = sum;
}
