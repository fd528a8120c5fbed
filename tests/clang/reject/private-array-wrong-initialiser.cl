// The second initialiser belongs to the second element.

__kernel void k(int n) {
    int q[3] = {4, 5, 6};
    //@ assert q[1] == 4;
//             ^^^^^^^^^ error assert:condition-false
}
