// Numbers that are equal may have different bits, and so may two NaNs. Sepal does not know what bits a number has.

__global__ void one() {
    assert(__int_as_float(0x3f800000) == 2.0f);
//  ^^^^^^ error assert:condition-false
}

__global__ void two_zeros() {
    assert(__float_as_int(0.0f) == __float_as_int(-0.0f));
//  ^^^^^^ error assert:condition-false
}

__global__ void high_half() {
    assert(__double2hiint(-0.0) == 0);
//  ^^^^^^ error assert:condition-false
}

__global__ void halves() {
    assert(__hiloint2double(0, 0x40000000) == 2.0);
//  ^^^^^^ error assert:condition-false
}

__global__ void not_a_number() {
    float nan = __int_as_float(0x7fc00000);
    assert(nan == nan);
//  ^^^^^^ error assert:condition-false
}

__global__ void nans(int n, int m) {
    float x = __int_as_float(n), y = __int_as_float(m);
    if (x != x && y != y) {
        assert(__float_as_int(x) == __float_as_int(y));
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void the_same_nan(float x) {
    assert(__float_as_int(x) == __float_as_int(x));
//  ^^^^^^ unknown assert:condition-false
}

__global__ void bits_of_nan(int n) {
    float x = __int_as_float(n);
    if (x != x) {
        assert(__float_as_int(x) == 0x7fffffff);
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void zeros(float x, float y) {
    if (x == y) {
        assert(__float_as_int(x) == __float_as_int(y));
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void sign(float x) {
    if (x < 0.0f) {
        assert(__float_as_int(x) >= 0);
//      ^^^^^^ unknown assert:condition-false
    }
}

__global__ void index(float *a, float x) {
    a[__float_as_uint(x) & 7] = x;
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ unknown store:out-of-bounds
}
