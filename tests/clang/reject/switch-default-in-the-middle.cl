// The default case stands in the middle and falls through into the case below it.

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures kind > 9 ==> a[tid] == 1;
//          ^^^^^^^^^^^^^^^^^^^^^^^^ error thread.postcondition:condition-false
@*/
__kernel void k(__global int *a, int kind) {
    int x = 0;
    switch (kind) {
    case 3:
        x = 7;
        break;
    default:
        x = x + 1;
    case 4:
        x = x + 2;
    }
    a[get_global_id(0)] = x;
}
