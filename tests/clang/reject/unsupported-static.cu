// A variable that keeps its value between the calls is not supported yet.

__global__ void k(int n) {
    static int calls = 0;
//  ^^^^^^^^^^^^^^^^^^^^ error c.unsupported
    calls++;
}
