// <cub/cub.cuh>: names of CUB, written from its documentation, so that clang reads the other kernels of a file. No
// function has a body, so a kernel that calls one is not read.
#pragma once
#include <stddef.h>
namespace cub {
struct Sum { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const; };
struct Max { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const; };
struct Min { template <class T> __host__ __device__ T operator()(const T &a, const T &b) const; };
struct Inequality { template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const; };
enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE
};
struct Storage { unsigned char opaque[16]; };
template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1>
struct BlockReduce {
  using TempStorage = Storage;
  __device__ BlockReduce();
  __device__ BlockReduce(TempStorage &storage);
  template <class... As> __device__ T Sum(As &&...as);
  template <class... As> __device__ T Reduce(As &&...as);
};
template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1>
struct BlockScan {
  using TempStorage = Storage;
  __device__ BlockScan();
  __device__ BlockScan(TempStorage &storage);
  template <class... As> __device__ void ExclusiveSum(As &&...as);
  template <class... As> __device__ void InclusiveSum(As &&...as);
  template <class... As> __device__ void ExclusiveScan(As &&...as);
  template <class... As> __device__ void InclusiveScan(As &&...as);
};
template <class T, int X, int N, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1>
struct BlockLoad {
  using TempStorage = Storage;
  __device__ BlockLoad();
  __device__ BlockLoad(TempStorage &storage);
  template <class... As> __device__ void Load(As &&...as);
};
template <class T, int X, int N, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1>
struct BlockStore {
  using TempStorage = Storage;
  __device__ BlockStore();
  __device__ BlockStore(TempStorage &storage);
  template <class... As> __device__ void Store(As &&...as);
};
template <class T, int X, int Y = 1, int Z = 1>
struct BlockAdjacentDifference {
  using TempStorage = Storage;
  __device__ BlockAdjacentDifference();
  __device__ BlockAdjacentDifference(TempStorage &storage);
  template <class... As> __device__ void SubtractLeft(As &&...as);
  template <class... As> __device__ void SubtractRight(As &&...as);
};
template <class T, int N = 32>
struct WarpReduce {
  using TempStorage = Storage;
  __device__ WarpReduce(TempStorage &storage);
  template <class... As> __device__ T Sum(As &&...as);
  template <class... As> __device__ T Reduce(As &&...as);
};
struct DeviceReduce {
  template <class... As> static cudaError_t Sum(void *storage, size_t &bytes, As &&...as);
  template <class... As> static cudaError_t Min(void *storage, size_t &bytes, As &&...as);
  template <class... As> static cudaError_t Max(void *storage, size_t &bytes, As &&...as);
};
struct DeviceScan {
  template <class... As> static cudaError_t ExclusiveSum(void *storage, size_t &bytes, As &&...as);
  template <class... As> static cudaError_t InclusiveSum(void *storage, size_t &bytes, As &&...as);
};
struct DeviceRadixSort {
  template <class... As> static cudaError_t SortKeys(void *storage, size_t &bytes, As &&...as);
  template <class... As> static cudaError_t SortPairs(void *storage, size_t &bytes, As &&...as);
};
} // namespace cub
