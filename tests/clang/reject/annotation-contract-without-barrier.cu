// The contract of a barrier stands in front of a statement that is no barrier.

__global__ void k(int n) {
    int x = 0;
    //@ requires x == 0;
//      ^^^^^^^^^^^^^^^^ error c.annotation
    x = 1;
}
