// A group of one thread has no two threads, so a precondition about two says nothing of such a group.

__kernel void one(int n) {
    __requires(__exclusive(n > 0));
    __assert(n <= 0);
//           ^^^^^^ error assert:condition-false
}
