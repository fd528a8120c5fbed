// A quote between digits begins no literal, so the annotation behind the number counts.
/*@ requires 0 <= n && n <= 100; context tid < a.length ==> Perm(a[tid], write); @*/
__global__ void k(int *a, int n) { int x = 10'000; //@ assert x == 5;
//                                                            ^^^^^^ error assert:condition-false
}
