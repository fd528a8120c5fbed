// A loop invariant stands in front of a statement that is no loop.

__kernel void k(int n) {
    int x = 0;
    //@ loop_invariant x == 0;
//      ^^^^^^^^^^^^^^^^^^^^^^ error c.annotation
    x = 1;
}
