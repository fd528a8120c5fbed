// The contract gives every work-item a share of the array in constant memory.

__constant uint weights[3] = {1, 2, 4};

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    context (\forall* int j = 0 .. 3; Perm(weights[j], read));
@*/
__kernel void k(__global uint *a) {
    uint sum = 0;
    for (int j = 0; j < 3; j++) {
        sum += weights[j];
    }
    a[get_global_id(0)] = sum;
}
