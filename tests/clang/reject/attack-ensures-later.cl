// A postcondition is about the end, also where its meaning names a part of it twice.
__kernel void bits(__global uint *a) {
    int i = get_global_id(0);
    a[i] = 3;
    __ensures(clz(a[i]) == 30);
//            ^^^^^^^^^^^^^^^ error assert:condition-false
    a[i] = 1;
}

__kernel void lanes(__global int4 *a) {
    int i = get_global_id(0);
    a[i] = (int4)(3);
    __ensures(all(a[i] == (int4)(3)));
//                ^^^^^^^^^^^^^^^^ error assert:condition-false
    a[i] = (int4)(1);
}

__kernel void element(__global uint *a) {
    uint x[1] = {3};
    __ensures(popcount(x[0]) == 2);
//            ^^^^^^^^^^^^^^^^^^^ error assert:condition-false
    x[0] = 7;
    a[get_global_id(0)] = x[0];
}
