// C leaves the order of initialisers open.
__kernel void k() { int i = 0; int b[2] = { i++, i++ }; int r = b[0]; //@ assert r == 0;
//                                               ^^^ error c.unsequenced
}
