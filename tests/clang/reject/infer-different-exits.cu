// The exit of the loop depends on data, so the counter is another one for each thread.

__global__ void k(int *o, const int *a, int n) {
    int t = threadIdx.x, k;
    for (k = 0; k < n; k++) if (a[t * n + k] == 0) break;
    o[k + t] = t;
//  ^^^^^^^^ error store:data-race
//  ^^^^^^^^ unknown store:out-of-bounds
}
