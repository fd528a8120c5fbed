// The number of dimensions of the launch is not supported yet.

__kernel void k(int n) {
    uint dimensions = get_work_dim();
//                    ^^^^^^^^^^^^^^ error c.unsupported
}
