// In each step of the loop all work-items reach both barriers, and the elements of local memory move to the left.

/*@ kernel requires gsize == 16 && 0 <= n && n <= 1000;
    requires Perm(s[lid], write);
@*/
__kernel void rotate_left(int n) {
    __local int s[16];
    int i = get_local_id(0);
    s[i] = i;
    /*@ loop_invariant Perm(s[lid], write); @*/
    for (int j = 0; j < n; j++) {
        /*@ requires Perm(s[lid], write);
            ensures Perm(s[(lid + 1) % 16], read);
        @*/
        barrier(CLK_LOCAL_MEM_FENCE);
        int next = s[(i + 1) % 16];
        /*@ requires Perm(s[(lid + 1) % 16], read);
            ensures Perm(s[lid], write);
        @*/
        barrier(CLK_LOCAL_MEM_FENCE);
        s[i] = next;
    }
}
