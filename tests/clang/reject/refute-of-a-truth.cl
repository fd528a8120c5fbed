// `refute` fails, because the assertion follows from the condition.

__kernel void k(int n) {
    if (n > 5) {
        //@ refute n > 3;
//                 ^^^^^ error refute:condition-true
        n = 0;
    }
}
