// The value of an element is used as an index of the counters without a check.

/*@ kernel requires tcount <= in.length;
    context Perm(in[tid], read);
@*/
__kernel void count(__global const int *in) {
    int bins[4] = {0, 0, 0, 0};
    int v = in[get_global_id(0)];
    bins[v] = 1;
//  ^^^^^^^ error store:out-of-bounds
}
