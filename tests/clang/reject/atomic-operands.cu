// C does not say whether an operand is computed before or behind the step.

__global__ void k(int *n, int *out) {
    out[atomicAdd(n, 1)] = 3;
    out[0] = n[1] + atomicAdd(n, 1);
//                  ^^^^^^^^^^^^^^^ error c.unsequenced
}
