// What the solver makes up of constants and of functions of the language refutes nothing.

const int P[4] = {1, 0, 3, 2};

/*@ kernel requires tcount == 4 && o.length == 4;
    context Perm(P[tid], read) ** Perm(o[P[tid]], write); @*/
//                                ^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
//                                     ^^^^^^^^^ unknown contract.well-formed:out-of-bounds
__global__ void permuted(int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[P[i]] = 1;
//  ^^^^^^^ unknown store:insufficient-permission
}

__global__ void error(float x) {
    int v = erff(x) > 5.0f ? 0 : 1;
    //@ loop_invariant 10 / v == 10;
//                          ^ unknown contract.well-formed:division-by-zero
    for (int i = 0; i < 2; i++) { }
}

// No device has such a group.
/*@ kernel requires ngroups == 1 && o.length == 1024;
    context Perm(o[lid % 1024], write); @*/
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
__global__ void too_many(int *o) {
}
