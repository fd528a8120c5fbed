// The contract reads an element for which it gives no permission.

/*@ kernel requires tcount <= a.length;
    requires a[tid] > 0;
//           ^^^^^^ unknown contract.well-formed:unframed
@*/
__global__ void k(const int *a) {
    int x = 0;
}
