// An annotation declares no kernels.
/*@ kernel foo { void main() {} } @*/ __kernel void k(int n) {}
//  ^^^^^^ error c.annotation