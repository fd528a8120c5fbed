// The first case has no break, so the value of the second case remains.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures kind == 1 ==> a[tid] == 10;
//          ^^^^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global int *a, int kind) {
    int x = 0;
    switch (kind) {
    case 1:
        x = 10;
    case 2:
        x = 20;
        break;
    }
    a[get_global_id(0)] = x;
}
