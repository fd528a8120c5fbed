//--local_size=4 --kernel-args=nosuch,5
  __kernel void k(__global int *a, int n) { a[get_global_id(0)] = n; }
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error c.command-line
