// Constants whose values the file gives: a kernel may rely on them.

typedef struct {
    int x;
    float y;
} Pair;

__constant int one = 1;
__constant int four[4] = {4, 4, 4, 4};
__constant int steps[2] = {3, 4};
__constant int grid[2][2] = {{1, 2}, {3, 4}};
__constant Pair pair = {1, 2};
__constant float weights[20] = {3, 4, 1.5f, -2};

__kernel void divides(__global int *a) {
    a[get_global_id(0)] = 12 / one;
}

__kernel void never(__global int *a) {
    int i = get_global_id(0);
    if (four[2] != 4) {
        a[0] = 3;
    } else {
        a[i] = 12 / steps[i & 1];
    }
}

__kernel void rows(__global int *a) {
    int i = get_global_id(0);
    a[i] = 12 % grid[i & 1][0] + 12 / pair.x;
}

__kernel void reads(__global float *a) {
    int i = get_global_id(0);
    a[i] = weights[i % 20];
}
