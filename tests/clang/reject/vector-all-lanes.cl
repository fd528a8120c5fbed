// All lanes of an operand are computed, also those that the result does not depend on.

__kernel void chosen(int4 a, int4 b) {
    int4 c = a > 100 ? 1 / b : 0;
//                         ^ error expression:division-by-zero
//                         ^ error expression:division-by-zero
//                         ^ error expression:division-by-zero
//                         ^ error expression:division-by-zero
}
__kernel void component(int4 b) {
    int c = (1 / b).w;
//               ^ error expression:division-by-zero
//               ^ error expression:division-by-zero
//               ^ error expression:division-by-zero
//               ^ error expression:division-by-zero
}
__kernel void marked(int4 b) {
    b.x = 1;
    int c = any(1 / b > 0);
//                  ^ error expression:division-by-zero
//                  ^ error expression:division-by-zero
//                  ^ error expression:division-by-zero
}
__kernel void both(int4 a, int4 b) {
    int4 c = a && 1 / b;
//                    ^ error expression:division-by-zero
//                    ^ error expression:division-by-zero
//                    ^ error expression:division-by-zero
//                    ^ error expression:division-by-zero
}
__kernel void select_of_scalars(int4 b) {
    int c = select(1, 1 / b.x, 0);
//                        ^ error expression:division-by-zero
}
/*@ kernel requires p.length == tcount && q.length == tcount;
    requires Perm(p[tid].x, read) ** Perm(q[tid].x, read) ** Perm(q[tid].y, read);
@*/
__kernel void memory(__global const int2 *p, __global const int2 *q) {
    int i = get_global_id(0);
    int c = (q[i] & p[i]).x;
//                  ^^^^ error load:insufficient-permission
}
