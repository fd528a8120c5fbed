// The measure grows in each step, so it does not show that the loop ends.

__global__ void k(int n) {
    int j = 0;
    //@ decreases j;
//                ^ error loop.termination:measure-not-decreasing
    while (j < n) {
        j++;
    }
}
