// The memory of a variable is that of its type, however the type is spelled.
typedef __local int lint;
/*@ requires lid == lid; @*/
__kernel void k() { lint x; int i = get_local_id(0); x = i; x = x + 1; int r = x;
//                                                   ^ error store:data-race
//@ assert r == lid + 1;
}
