// The function calls itself with the same argument, so its recursion does not end.

  /*@ decreases n;
    pure int same(int n) = same(n);
//                         ^^^^^^^ error function.termination:measure-not-decreasing
  @*/

__global__ void k(int n) {
    int x = n;
}
