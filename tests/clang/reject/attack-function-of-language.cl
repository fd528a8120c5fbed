// An annotation cannot declare a function of the language.
/*@ pure int get_local_id(int d) = 5; @*/
__kernel void k() { 
 //@ assert get_local_id(0) == lid;
}
//! error c.annotation 2:14:12
