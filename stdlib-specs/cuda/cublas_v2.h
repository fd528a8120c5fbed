// <cublas_v2.h>: declarations for code of the host, written from the documentation of cuBLAS.
#pragma once
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>
typedef enum {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2,
               CUBLAS_TF32_TENSOR_OP_MATH = 3 } cublasMath_t;
typedef enum { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
               CUBLAS_GEMM_DFALT_TENSOR_OP = 99 } cublasGemmAlgo_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef struct cublasContext *cublasHandle_t;
extern "C" {
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int size, const void *a, int lda, void *b, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int size, const void *a, int lda, void *b, int ldb);
#define SEPAL_BLAS(X, T, R)                                                                                            \
  cublasStatus_t cublas##X##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy);       \
  cublasStatus_t cublas##X##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy);                       \
  cublasStatus_t cublas##X##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy);                             \
  cublasStatus_t cublas##X##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx);                             \
  cublasStatus_t cublas##R##nrm2(cublasHandle_t h, int n, const T *x, int incx, SEPAL_REAL(T) *result);                \
  cublasStatus_t cublas##R##asum(cublasHandle_t h, int n, const T *x, int incx, SEPAL_REAL(T) *result);                \
  cublasStatus_t cublasI##X##amax(cublasHandle_t h, int n, const T *x, int incx, int *result);                         \
  cublasStatus_t cublasI##X##amin(cublasHandle_t h, int n, const T *x, int incx, int *result);                         \
  cublasStatus_t cublas##X##gemv(cublasHandle_t h, cublasOperation_t op, int m, int n, const T *alpha, const T *a,     \
                                 int lda, const T *x, int incx, const T *beta, T *y, int incy);                        \
  cublasStatus_t cublas##X##gemm(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,  \
                                 const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##X##gemmBatched(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m, int n,  \
                                        int k, const T *alpha, const T *const a[], int lda, const T *const b[],        \
                                        int ldb, const T *beta, T *const c[], int ldc, int count);                     \
  cublasStatus_t cublas##X##gemmStridedBatched(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m,  \
                                               int n, int k, const T *alpha, const T *a, int lda, long long sa,        \
                                               const T *b, int ldb, long long sb, const T *beta, T *c, int ldc,        \
                                               long long sc, int count);                                               \
  cublasStatus_t cublas##X##geam(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m, int n,         \
                                 const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c,        \
                                 int ldc);                                                                             \
  cublasStatus_t cublas##X##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op, \
                                 cublasDiagType_t diag, int m, int n, const T *alpha, const T *a, int lda, T *b,       \
                                 int ldb);                                                                             \
  cublasStatus_t cublas##X##getrfBatched(cublasHandle_t h, int n, T *const a[], int lda, int *p, int *info, int count);\
  cublasStatus_t cublas##X##getriBatched(cublasHandle_t h, int n, const T *const a[], int lda, const int *p,           \
                                         T *const c[], int ldc, int *info, int count);
#define SEPAL_REAL(T) SEPAL_REAL_##T
#define SEPAL_REAL_float float
#define SEPAL_REAL_double double
#define SEPAL_REAL_cuComplex float
#define SEPAL_REAL_cuDoubleComplex double
SEPAL_BLAS(S, float, S)
SEPAL_BLAS(D, double, D)
SEPAL_BLAS(C, cuComplex, Sc)
SEPAL_BLAS(Z, cuDoubleComplex, Dz)
#undef SEPAL_BLAS
#undef SEPAL_REAL
#undef SEPAL_REAL_float
#undef SEPAL_REAL_double
#undef SEPAL_REAL_cuComplex
#undef SEPAL_REAL_cuDoubleComplex
cublasStatus_t cublasSdot(cublasHandle_t h, int n, const float *x, int incx, const float *y, int incy, float *result);
cublasStatus_t cublasDdot(cublasHandle_t h, int n, const double *x, int incx, const double *y, int incy,
                          double *result);
cublasStatus_t cublasDotEx(cublasHandle_t h, int n, const void *x, cudaDataType tx, int incx, const void *y,
                           cudaDataType ty, int incy, void *result, cudaDataType tr, cudaDataType execution);
cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,
                            const void *alpha, const void *a, cudaDataType ta, int lda, const void *b, cudaDataType tb,
                            int ldb, const void *beta, void *c, cudaDataType tc, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm);
}
