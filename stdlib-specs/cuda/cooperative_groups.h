// <cooperative_groups.h>: groups of threads as classes, written from the CUDA C++ Programming Guide. Sepal reads the
// functions of blocks and of tiles, and refuses the others; the declarations let files with them be parsed. The numbers
// of threads and ranks of blocks and tiles are `unsigned`, as the compiler's header has them.
#pragma once
namespace cooperative_groups {
#pragma clang force_cuda_host_device begin

// What every group has: a barrier, the rank of the calling thread and the number of threads.
struct thread_group {
  void sync() const;
  unsigned long long size() const;
  unsigned long long num_threads() const;
  unsigned long long thread_rank() const;
  bool is_valid() const;
};

// The block, the cluster and the grid.
struct thread_block : thread_group {
  static void sync();
  static unsigned size();
  static unsigned num_threads();
  static unsigned thread_rank();
  static dim3 group_index();
  static dim3 thread_index();
  static dim3 group_dim();
  static dim3 dim_threads();
  struct arrival_token {};
  arrival_token barrier_arrive() const;
  void barrier_wait(arrival_token &&token) const;
};
struct cluster_group : thread_group {
  static unsigned block_rank();
  static unsigned num_blocks();
  static dim3 block_index();
  static dim3 dim_blocks();
  template <class _T> static _T *map_shared_rank(_T *p, int rank);
};
struct grid_group : thread_group {
  dim3 group_dim() const;
  dim3 block_index() const;
  unsigned long long block_rank() const;
  unsigned long long num_blocks() const;
};
struct multi_grid_group : thread_group {
  unsigned grid_rank() const;
  unsigned num_grids() const;
};
thread_block this_thread_block();
cluster_group this_cluster();
grid_group this_grid();
multi_grid_group this_multi_grid();

// Tiles of a group and the threads that are active together.
template <unsigned _N = 0, class _P = void> struct thread_block_tile : thread_group {
  thread_block_tile() = default;
  template <class _Q> thread_block_tile(const thread_block_tile<_N, _Q> &same_threads);
  void sync() const;
  static unsigned size();
  static unsigned num_threads();
  static unsigned thread_rank();
  unsigned meta_group_rank() const;
  unsigned meta_group_size() const;
  template <class _T> _T shfl(_T value, int lane) const;
  template <class _T> _T shfl_up(_T value, unsigned delta) const;
  template <class _T> _T shfl_down(_T value, unsigned delta) const;
  template <class _T> _T shfl_xor(_T value, unsigned mask) const;
  int any(int predicate) const;
  int all(int predicate) const;
  unsigned ballot(int predicate) const;
  template <class _T> unsigned match_any(_T value) const;
  template <class _T> unsigned match_all(_T value, int &predicate) const;
};
struct coalesced_group : thread_block_tile<> {};
coalesced_group coalesced_threads();
template <unsigned _N, class _P> thread_block_tile<_N, _P> tiled_partition(const _P &parent);
thread_group tiled_partition(const thread_group &parent, unsigned size);
template <class _P> coalesced_group binary_partition(const _P &parent, bool label);
template <class _P> coalesced_group labeled_partition(const _P &parent, int label);

// Functions over a group.
template <class _G> void sync(const _G &group);
template <class _G> unsigned long long thread_rank(const _G &group);
template <class _G> unsigned long long group_size(const _G &group);
template <class _T = void> struct plus { _T operator()(_T x, _T y) const; };
template <class _T = void> struct less { _T operator()(_T x, _T y) const; };
template <class _T = void> struct greater { _T operator()(_T x, _T y) const; };
template <class _T = void> struct bit_and { _T operator()(_T x, _T y) const; };
template <class _T = void> struct bit_or { _T operator()(_T x, _T y) const; };
template <class _T = void> struct bit_xor { _T operator()(_T x, _T y) const; };
template <class _G, class _T, class _F> _T reduce(const _G &group, _T value, _F operation);
template <class _G, class _T, class _F> _T inclusive_scan(const _G &group, _T value, _F operation);
template <class _G, class _T, class _F> _T exclusive_scan(const _G &group, _T value, _F operation);
template <class _G, class _T> _T inclusive_scan(const _G &group, _T value);
template <class _G, class _T> _T exclusive_scan(const _G &group, _T value);
template <class _G, class _T, class _N> void memcpy_async(const _G &group, _T *to, const _T *from, _N size);
template <class _G> void wait(const _G &group);
template <unsigned _N, class _G> void wait_prior(const _G &group);

#pragma clang force_cuda_host_device end
}
