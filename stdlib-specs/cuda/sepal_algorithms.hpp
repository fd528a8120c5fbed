// The library of C++: algorithms, random numbers, time, errors and threads. Sepal does not read functions of the host,
// so classes have no code.
#pragma once
extern "C++" {
namespace std {
// Algorithms over ranges.
template <class _I, class... _A> void sort(_I first, _I last, _A... a);
template <class _I, class... _A> void stable_sort(_I first, _I last, _A... a);
template <class _I, class... _A> void partial_sort(_I first, _I middle, _I last, _A... a);
template <class _I, class... _A> void nth_element(_I first, _I middle, _I last, _A... a);
template <class _I, class... _A> bool is_sorted(_I first, _I last, _A... a);
template <class _I, class _T> void fill(_I first, _I last, const _T &x);
template <class _I, class _N, class _T> _I fill_n(_I first, _N n, const _T &x);
template <class _I, class _O> _O copy(_I first, _I last, _O to);
template <class _I, class _N, class _O> _O copy_n(_I first, _N n, _O to);
template <class _I, class _F> void generate(_I first, _I last, _F f);
template <class _I, class _N, class _F> _I generate_n(_I first, _N n, _F f);
// A template whose arguments may be lambdas must have a body where it is used.
template <class _I, class _F> _F for_each(_I, _I, _F f) { return f; }
template <class _I, class _O, class _F> _O transform(_I first, _I last, _O to, _F f);
template <class _I, class _J, class _O, class _F> _O transform(_I first, _I last, _J second, _O to, _F f);
template <class _I, class _T> _T accumulate(_I first, _I last, _T x);
template <class _I, class _T, class _F> _T accumulate(_I first, _I last, _T x, _F f);
template <class _I, class _J, class _T> _T inner_product(_I first, _I last, _J second, _T x);
template <class _I, class _T> void iota(_I first, _I last, _T x);
template <class _I, class _O> _O partial_sum(_I first, _I last, _O to);
template <class _I, class _O, class _T, class... _F> _O exclusive_scan(_I first, _I last, _O to, _T x, _F... f);
template <class _I, class _O, class... _F> _O inclusive_scan(_I first, _I last, _O to, _F... f);
template <class _I, class... _A> _I min_element(_I first, _I last, _A... a);
template <class _I, class... _A> _I max_element(_I first, _I last, _A... a);
template <class _I, class _T> _I find(_I first, _I last, const _T &x);
template <class _I, class _F> _I find_if(_I first, _I last, _F f);
template <class _I, class _T> long count(_I first, _I last, const _T &x);
template <class _I, class _F> long count_if(_I first, _I last, _F f);
template <class _I, class _F> bool all_of(_I first, _I last, _F f);
template <class _I, class _F> bool any_of(_I first, _I last, _F f);
template <class _I, class _J, class... _F> bool equal(_I first, _I last, _J second, _F... f);
template <class _I, class _T, class... _F> _I lower_bound(_I first, _I last, const _T &x, _F... f);
template <class _I, class _T, class... _F> _I upper_bound(_I first, _I last, const _T &x, _F... f);
template <class _I, class _T> _I remove(_I first, _I last, const _T &x);
template <class _I> _I unique(_I first, _I last);
template <class _I> void reverse(_I first, _I last);
template <class _I, class _G> void shuffle(_I first, _I last, _G &&g);
template <class _I> void random_shuffle(_I first, _I last);
template <class _I, class _T> void replace(_I first, _I last, const _T &x, const _T &y);
template <class _I> pair<_I, _I> minmax_element(_I first, _I last);
template <class _I> long distance(_I first, _I last);
template <class _I> void advance(_I &i, long n);
template <class _I> _I next(_I i, long n = 1);
template <class _I> _I prev(_I i, long n = 1);
template <class _T> _T *begin(_T *p);
template <class _C> auto begin(_C &c) -> decltype(c.begin());
template <class _C> auto end(_C &c) -> decltype(c.end());
template <class _T, size_t _N> _T *begin(_T (&a)[_N]);
template <class _T, size_t _N> _T *end(_T (&a)[_N]);
template <class _C> reverse_iterator<_C *> back_inserter(_C &c);

// Random numbers.
struct random_device { unsigned operator()(); };
struct sepal_engine {
  typedef unsigned result_type;
  sepal_engine(unsigned long seed = 0);
  unsigned operator()(); void seed(unsigned long s = 0); void discard(unsigned long long n);
  static unsigned min(); static unsigned max();
};
typedef sepal_engine mt19937, mt19937_64, default_random_engine, minstd_rand, minstd_rand0, ranlux24;
#define SEPAL_DISTRIBUTION(NAME, _D) \
  template <class _T = _D> struct NAME { \
    NAME(_T a = 0, _T b = 1); template <class _G> _T operator()(_G &g); void reset(); \
  };
SEPAL_DISTRIBUTION(uniform_int_distribution, int)
SEPAL_DISTRIBUTION(uniform_real_distribution, double)
SEPAL_DISTRIBUTION(normal_distribution, double)
SEPAL_DISTRIBUTION(exponential_distribution, double)
SEPAL_DISTRIBUTION(poisson_distribution, int)
#undef SEPAL_DISTRIBUTION
struct bernoulli_distribution { bernoulli_distribution(double p = 0.5); template <class _G> bool operator()(_G &g); };

// Time.
template <long _N, long _D = 1> struct ratio {};
typedef ratio<1, 1000> milli;
typedef ratio<1, 1000000> micro;
typedef ratio<1, 1000000000> nano;
namespace chrono {
template <class _R, class _P = ratio<1>> struct duration {
  constexpr duration() {}
  explicit constexpr duration(_R x) {}
  template <class _S, class _Q> constexpr duration(const duration<_S, _Q> &o) {}
  _R count() const;
  duration &operator+=(const duration &o); duration &operator-=(const duration &o);
};
template <class _R, class _P> duration<_R, _P> operator+(const duration<_R, _P> &x, const duration<_R, _P> &y);
template <class _R, class _P> duration<_R, _P> operator-(const duration<_R, _P> &x, const duration<_R, _P> &y);
typedef duration<long> seconds;
typedef duration<long, milli> milliseconds;
typedef duration<long, micro> microseconds;
typedef duration<long, nano> nanoseconds;
template <class _C, class _D = nanoseconds> struct time_point { _D time_since_epoch() const; };
template <class _C, class _D> _D operator-(const time_point<_C, _D> &x, const time_point<_C, _D> &y);
template <class _T, class _R, class _P> _T duration_cast(const duration<_R, _P> &d);
struct steady_clock {
  typedef nanoseconds duration;
  typedef std::chrono::time_point<steady_clock> time_point;
  static time_point now();
  static time_t to_time_t(time_point t);
};
typedef steady_clock high_resolution_clock, system_clock;
}

// Errors and threads.
struct exception { exception(); virtual ~exception(); virtual const char *what() const noexcept; };
struct runtime_error : exception { runtime_error(const char *s); runtime_error(const string &s); };
struct logic_error : exception { logic_error(const char *s); logic_error(const string &s); };
struct invalid_argument : logic_error { using logic_error::logic_error; };
struct out_of_range : logic_error { using logic_error::logic_error; };
struct bad_alloc : exception {};
struct thread {
  thread(); template <class _F, class... _A> explicit thread(_F, _A...) {}
  void join(); void detach(); static unsigned hardware_concurrency();
};
struct mutex { void lock(); void unlock(); };
template <class _M> struct lock_guard { explicit lock_guard(_M &m); };
template <class _M> struct unique_lock { explicit unique_lock(_M &m); };
struct type_info { const char *name() const; bool operator==(const type_info &o) const; size_t hash_code() const; };
template <class _T> struct atomic { atomic(_T x = _T()); _T operator++(int); _T operator++(); _T operator+=(_T x);
  _T operator-=(_T x); _T fetch_add(_T x); _T exchange(_T x);
  operator _T() const; _T load() const; void store(_T x); };
typedef atomic<int> atomic_int;
typedef atomic<bool> atomic_bool;
template <class _T> struct complex {
  constexpr complex(_T re = 0, _T im = 0); _T real() const; _T imag() const;
  complex &operator+=(const complex &o); complex &operator*=(const complex &o);
};
template <class _T> struct sepal_same { typedef _T type; };
#define SEPAL_COMPLEX(OP) \
  template <class _T> complex<_T> operator OP(const complex<_T> &x, const complex<_T> &y); \
  template <class _T> complex<_T> operator OP(const complex<_T> &x, typename sepal_same<_T>::type y);
SEPAL_COMPLEX(+)
SEPAL_COMPLEX(-)
SEPAL_COMPLEX(*)
SEPAL_COMPLEX(/)
#undef SEPAL_COMPLEX
template <class _T> _T abs(const complex<_T> &x);
template <class _T> _T norm(const complex<_T> &x);
template <class _T> complex<_T> conj(const complex<_T> &x);
template <class _T> complex<_T> exp(const complex<_T> &x);
}
}
