// Included by kernels; `sepal_cuda.cuh` has the declarations.
