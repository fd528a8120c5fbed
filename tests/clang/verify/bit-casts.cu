// Bits of a value as another type: exact for constants, and equal bits for equal numbers.
// trusted
/*@ requires tid < a.length ** Perm(a[tid], write);
    requires tid < b.length ** Perm(b[tid], write);
@*/
__global__ void k(int *a, float *b, float y, double z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    assert(__int_as_float(0x3f800000) == 1.0f && __uint_as_float(0x80000000u) == 0.0f);
    assert(__float_as_int(1.0f) == 0x3f800000 && __float_as_uint(-0.0f) == 0x80000000u);
    float infinity = __int_as_float(0x7f800000), below = __int_as_float(0xff800000), nan = __int_as_float(-1);
    assert(infinity > 3e38f && below < -3e38f && nan != nan);
    assert(__double2hiint(1.0) == 0x3ff00000 && __double2loint(1.0) == 0);
    assert(__hiloint2double(0x40000000, 0) == 2.0 && __longlong_as_double(0x3ff0000000000000ll) == 1.0);
    assert(__hiloint2double(-1, -1) != 0.0);
    // The bits are those of the number.
    float x = b[i];
    if (x == x) {
        assert(__float_as_int(x) == __float_as_int(x) && (unsigned)__float_as_int(x) == __float_as_uint(x));
        a[i] = __float_as_int(x);
    }
    float p = __int_as_float(n), q = __uint_as_float((unsigned)n);
    //@ assert p === q;
    int high = __double2hiint(z), low = __double2loint(z);
    b[i] = p + y;
    a[i] = high ^ low;
}
