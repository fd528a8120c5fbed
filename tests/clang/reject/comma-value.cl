// The value of the comma operator is that of its right side.

/*@ kernel requires 0 <= n && n <= 100; @*/
__kernel void k(int n) {
    int x = n;
    int y = (x += 2, 7);
    //@ assert y == x;
//             ^^^^^^ error assert:condition-false
}
