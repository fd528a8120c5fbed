// Jumps to labels: out of blocks and loops, and back.

__kernel void early(__global int *a, int n) {
    int i = get_global_id(0);
    if (i >= n) goto end;
    a[i] = i;
end:
    ;
}

// Out of two loops at once; `found` has a value on each way to the label.
__kernel void search(__global const int *m, __global int *out, int rows, int columns, int wanted) {
    int found = -1;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
            if (m[r * columns + c] == wanted) {
                found = r;
                goto done;
            }
        }
    }
    found = rows;
done:
    //@ assert found >= 0 || found == rows;
    out[get_global_id(0)] = found;
}

// Two labels, of which each is reached from several places.
__kernel void several(__global int *a, int n) {
    int i = get_global_id(0);
    int x;
    if (n < 0) goto negative;
    if (n == 0) goto store;
    x = 1;
    goto done;
negative:
    x = -1;
    goto done;
store:
    x = 0;
done:
    //@ assert n < 0 ==> x == -1;
    //@ assert n == 0 ==> x == 0;
    //@ assert n > 0 ==> x == 1;
    a[i] = x;
}

// A loop of jumps, with a jump out of it.
__kernel void again(__global uint *a, uint n) {
    uint k = 0;
next:
    if (k >= n) goto out;
    a[get_global_id(0)] += k;
    k++;
    goto next;
out:
    a[get_global_id(0)] |= 1;
}

// All threads of a group jump alike, so barriers may stand in what they repeat and leave. The invariant of the loop
// stands in front of the label.
__kernel void barriers(__global int *out, int steps) {
    __local int s[64];
    int lid = get_local_id(0), k = 0;
    s[lid] = 0;
    //@ loop_invariant 0 <= k && (k == 0 || k < steps);
repeat:
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = s[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    s[lid] = x;
    if (++k < steps) goto repeat;
    if (steps > 100) goto skip;
    barrier(CLK_LOCAL_MEM_FENCE);
skip:
    out[get_global_id(0)] = k;
}

int sign(int n) {
    int s = 0;
    if (n == 0) goto end;
    s = n < 0 ? -1 : 1;
end:
    return s;
}

__kernel void helper(__global int *a, int n) {
    int s = sign(n) + sign(3);
    //@ assert 0 <= s && s <= 2;
    a[get_global_id(0)] = s;
}

// Two loops of jumps that overlap: the first one also starts again from within the second one.
__kernel void overlap(__global uint *a, uint n) {
    uint i = 0, j = 0;
first:
    i++;
second:
    j++;
    if (i < 3 && j < n) goto first;
    if (j < 2 * (n & 15)) goto second;
    a[get_global_id(0)] = i;
unused:
    a[get_global_id(0)] |= 1;
}

__kernel void inSwitch(__global int *a, int n) {
    int x = 0;
    switch (n) {
        case 0: goto end;
        case 1: {
            if (x == 0) goto inner;
            x = 5;
        inner:
            x += 1;
            break;
        }
        default: x = 2;
    }
    x += 10;
end:
    //@ assert n == 0 ==> x == 0;
    //@ assert n == 1 ==> x == 11;
    //@ assert n == 7 ==> x == 12;
    a[get_global_id(0)] = x;
}
