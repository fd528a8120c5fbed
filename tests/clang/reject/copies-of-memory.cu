// What `memset` and `memcpy` get wrong.

__global__ void race(int *a) {
    memset(a, 0, 2 * sizeof(int));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:data-race
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ unknown kernel.resources:two-writers
}

__global__ void outside() {
    int part[4];
    memset(part, 0, 5 * sizeof(int));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error store:out-of-bounds
}

__global__ void overlap() {
    int part[4];
    memset(part, 0, sizeof(part));
    memcpy(part + 1, part, 2 * sizeof(int));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error assert:condition-false
}

__global__ void notAll() {
    int part[4];
    memset(part, 0, 3 * sizeof(int));
    memset(part + 3, 1, sizeof(int));
    //@ assert part[3] == 1;
//             ^^^^^^^^^^^^ error assert:condition-false
}

__global__ void partOfAnElement(int *a) {
    int part[4];
    memset(part, 0, 6);
//  ^^^^^^^^^^^^^^^^^^ error c.unsupported
}

__global__ void within(int *a) {
    memmove(a + 1, a, sizeof(int));
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.unsupported
}
