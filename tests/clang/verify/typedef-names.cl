// The types have names of their own, and the conversions are those of the types that they name.

typedef uchar byte;
typedef int number;

/*@ kernel requires tcount <= a.length;
    context Perm(a[tid], write);
    ensures a[tid] == 1;
@*/
__kernel void k(__global number *a) {
    byte b = 257;
    number x = b;
    a[get_global_id(0)] = x;
}
