// Functions of integers that turn bits, and those of sums that are wider than their type.

__kernel void moves(__global uint *a, uint x, int y) {
    uint turned = rotate(0x80000001u, 1u);
    //@ assert turned == 3;
    int signedOne = rotate(-2147483647 - 1, 1);
    //@ assert signedOne == 1;
    uint whole = rotate(x, 32u);
    //@ assert whole == x;
    uchar small = rotate((uchar)0x81, (uchar)4);
    //@ assert small == 24;
    int mean = hadd(2147483647, 2147483645), up = rhadd(-4, -3);
    //@ assert mean == 2147483646 && up == -3;
    uint distance = abs_diff(-2147483647, 2147483647);
    //@ assert distance == 4294967294;
    int most = add_sat(2147483647, 1), least = sub_sat(-2147483647, 5);
    //@ assert most == 2147483647 && least == -2147483648;
    uint zero = sub_sat(3u, 5u);
    //@ assert zero == 0;
    a[get_global_id(0)] = turned;
}

__kernel void lanes(__global uint4 *a, uint4 x) {
    uint4 turned = rotate(x, (uint4)(32, 0, 64, 1));
    //@ assert turned.x == x.x && turned.y == x.y && turned.z == x.z;
    a[get_global_id(0)] = add_sat(turned, (uint4)(1, 2, 3, 4));
}
