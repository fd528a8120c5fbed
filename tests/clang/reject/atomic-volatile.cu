// In a kernel with fences, a `volatile` access is a step that does not race with other steps, and that fences can use.

/*@ kernel requires gridDim.x == 2 && blockDim.x == 1 && x.length == 1 && out.length == 1 && flag.length == 1;
    kernel requires Perm(flag[0], write) ** flag[0] == 0;
@*/
__global__ void announced(int *x, int *out, volatile int *flag) {
    if (blockIdx.x == 0) {
        x[0] = 1;
        __threadfence();
        *flag = 1;
    } else if (flag[0] == 1) {
        __threadfence();
        out[0] = x[0];
        //@ assert out[0] == 0;
//                 ^^^^^^^^^^^ error assert:condition-false
    }
}

// Without fences in the right places, the announced value is not ordered.
__global__ void early(int *x, int *out, volatile int *flag) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        x[0] = 1;
        *flag = 1;
    } else if (flag[0] == 1) {
        __threadfence();
        out[0] = x[0];
//      ^^^^^^ error store:data-race
//               ^^^^ error load:data-race
    }
}

// A plain access beside it races.
__global__ void plain(int *x, int *out) {
    if (blockIdx.x == 0) {
        *(volatile int *)x = 1;
        __threadfence();
    } else {
        out[0] = x[0];
//      ^^^^^^ error store:data-race
//               ^^^^ error load:data-race
    }
}
