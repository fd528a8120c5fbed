// The sum reads the variable that its other operand increments.

/*@ kernel requires 0 <= n && n <= 100; @*/
__kernel void k(int n) {
    int i = n;
    int x = i + i++;
//              ^^^ error c.unsequenced
}
