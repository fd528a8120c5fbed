// A negative element tells the kind of a border: `-1` a wall, `-2` an opening. Only the others are indices.
__kernel void flow(__global const int *next, __global const float *speed, __constant float *outside,
                   __global float *out, int cells) {
  int cell = get_global_id(0);
  if (cell >= cells) return;
  float sum = speed[cell + cells];
  for (int side = 0; side < 4; side++) {
    int other = next[cell + side * cells];
    if (other >= 0) sum += speed[other];
    else if (other == -1) sum += 1.0f;
    else if (other == -2) sum += outside[0];
    else if (other == -37) sum += outside[1];
  }
  out[cell + cells] = sum;
}
