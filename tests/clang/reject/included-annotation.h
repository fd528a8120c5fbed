__device__ int same(int n) {
    return n;
}

//@ ensures false;
//! error c.annotation 5:1:18
