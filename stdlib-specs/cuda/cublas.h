// <cublas.h>: declarations for code of the host, written from the documentation of cuBLAS: its interface without
// handles, as far as programs use it to set up and to move data.
#pragma once
#include <cublas_v2.h>
typedef cublasStatus_t cublasStatus;
extern "C" {
cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
cublasStatus cublasGetError(void);
cublasStatus cublasAlloc(int n, int size, void **device);
cublasStatus cublasFree(void *device);
}
