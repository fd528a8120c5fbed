// The lemma claims that the sum of the first n odd numbers is n * n + 1.

  /*@ requires n >= 0;
    decreases n;
    pure int odds(int n) = n == 0 ? 0 : odds(n - 1) + 2 * n - 1;

    requires n >= 0;
    decreases n;
    ensures odds(n) == n * n + 1;
//          ^^^^^^^^^^^^^^^^^^^^ error function.postcondition:condition-false
    pure bool squares(int n) = n == 0 ? true : squares(n - 1);
  @*/

__kernel void k(int n) {
    int x = n;
}
