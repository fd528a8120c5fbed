// The library of C++: containers, text and streams. Sepal does not read the host's functions, so classes have no code.
#pragma once
extern "C++" {
namespace std {
// Containers: one shape of sequence and one of keyed container, with the members that programs use.
template <class _T> struct hash { size_t operator()(const _T &x) const; };
template <class _T> struct allocator { typedef _T value_type; };
template <class _T> struct istream_iterator {
  istream_iterator();
  template <class _S> istream_iterator(_S &stream);
  const _T &operator*() const; istream_iterator &operator++();
  bool operator!=(const istream_iterator &o) const;
};
template <class _I> struct reverse_iterator {
  auto &operator*() const { return *declval<_I>(); }
  reverse_iterator &operator++();
  bool operator!=(const reverse_iterator &o) const;
};
template <class _T> struct sepal_sequence {
  typedef _T value_type;
  typedef _T *iterator;
  typedef const _T *const_iterator;
  typedef size_t size_type;
  typedef _T &reference;
  sepal_sequence();
  explicit sepal_sequence(size_t n);
  sepal_sequence(size_t n, const _T &x);
  sepal_sequence(initializer_list<_T> list);
  template <class _I, class = decltype(*declval<_I>())> sepal_sequence(_I first, _I last);
  ~sepal_sequence();
  _T &operator[](size_t i); const _T &operator[](size_t i) const;
  _T &at(size_t i); const _T &at(size_t i) const;
  _T &front(); const _T &front() const;
  _T &back(); const _T &back() const;
  _T *data(); const _T *data() const;
  _T *begin(); const _T *begin() const; const _T *cbegin() const;
  _T *end(); const _T *end() const; const _T *cend() const;
  reverse_iterator<_T *> rbegin(); reverse_iterator<_T *> rend();
  size_t size() const; size_t length() const; size_t capacity() const; bool empty() const;
  void resize(size_t n); void resize(size_t n, const _T &x); void reserve(size_t n); void clear(); void shrink_to_fit();
  void push_back(const _T &x); void push_front(const _T &x); void pop_back(); void pop_front();
  void push(const _T &x); void pop(); _T &top();
  template <class... _A> _T &emplace_back(_A &&...a);
  template <class... _A> void emplace(_A &&...a);
  void assign(size_t n, const _T &x);
  template <class _I, class = decltype(*declval<_I>())> void assign(_I first, _I last);
  _T *insert(const _T *place, const _T &x);
  template <class _I> _T *insert(const _T *place, _I first, _I last);
  _T *erase(const _T *place); _T *erase(const _T *first, const _T *last);
  void swap(sepal_sequence &o); void sort();
  bool operator==(const sepal_sequence &o) const; bool operator!=(const sepal_sequence &o) const;
  bool operator<(const sepal_sequence &o) const;
};
#define SEPAL_SEQUENCE(NAME) \
  template <class _T, class _A = allocator<_T>, class _C = void> struct NAME : sepal_sequence<_T> { \
    using sepal_sequence<_T>::sepal_sequence; \
    NAME(); \
  };
SEPAL_SEQUENCE(vector)
SEPAL_SEQUENCE(deque)
SEPAL_SEQUENCE(list)
SEPAL_SEQUENCE(queue)
SEPAL_SEQUENCE(stack)
SEPAL_SEQUENCE(priority_queue)
SEPAL_SEQUENCE(valarray)
#undef SEPAL_SEQUENCE
template <class _K, class _V> struct sepal_keyed : sepal_sequence<_V> {
  using sepal_sequence<_V>::sepal_sequence;
  sepal_keyed();
  using sepal_sequence<_V>::insert;
  pair<_V *, bool> insert(const _V &x);
  _V *find(const _K &key); const _V *find(const _K &key) const;
  _V *lower_bound(const _K &key); _V *upper_bound(const _K &key);
  size_t count(const _K &key) const;
  using sepal_sequence<_V>::erase;
  size_t erase(const _K &key);
};
template <class _K, class...> struct set : sepal_keyed<_K, _K> { using sepal_keyed<_K, _K>::sepal_keyed; set(); };
template <class _K, class...> struct unordered_set : set<_K> { using set<_K>::set; unordered_set(); };
template <class _K, class...> struct multiset : set<_K> { using set<_K>::set; multiset(); };
template <class _K, class _V, class...> struct map : sepal_keyed<_K, pair<const _K, _V>> {
  using sepal_keyed<_K, pair<const _K, _V>>::sepal_keyed;
  map();
  _V &operator[](const _K &key);
  _V &at(const _K &key); const _V &at(const _K &key) const;
};
template <class _K, class _V, class...> struct unordered_map : map<_K, _V> { using map<_K, _V>::map; unordered_map(); };
template <class _K, class _V, class...> struct multimap : map<_K, _V> {
  using map<_K, _V>::map; multimap();
  pair<pair<const _K, _V> *, pair<const _K, _V> *> equal_range(const _K &key);
};
template <class... _T> struct tuple { tuple(); tuple(const _T &...x); };
template <class... _T> tuple<_T...> make_tuple(_T... x);
template <class... _T> tuple<_T &...> tie(_T &...x);
template <size_t _I, class _T, class... _R> struct sepal_nth : sepal_nth<_I - 1, _R...> {};
template <class _T, class... _R> struct sepal_nth<0, _T, _R...> { typedef _T type; };
template <size_t _I, class... _T> typename sepal_nth<_I, _T...>::type &get(const tuple<_T...> &t);
template <class _S> struct function;
template <class _R, class... _A> struct function<_R(_A...)> {
  function();
  template <class _F> function(_F f);
  _R operator()(_A... a) const;
  explicit operator bool() const;
};
template <class _T, class _D = void> struct unique_ptr {
  typedef __remove_extent(_T) element;
  unique_ptr(); unique_ptr(nullptr_t); explicit unique_ptr(element *p);
  template <class _E> unique_ptr(element *p, _E d);
  unique_ptr(unique_ptr &&o); unique_ptr &operator=(unique_ptr &&o);
  element *get() const; element *release(); void reset(element *p = nullptr);
  element &operator*() const; element *operator->() const; element &operator[](size_t i) const;
  explicit operator bool() const;
};
template <class _T> struct shared_ptr : unique_ptr<_T> {
  using unique_ptr<_T>::unique_ptr;
  shared_ptr(); shared_ptr(const shared_ptr &o); shared_ptr &operator=(const shared_ptr &o);
};
template <class _T, class... _A> unique_ptr<_T> make_unique(_A &&...a);
template <class _T, class... _A> shared_ptr<_T> make_shared(_A &&...a);

// Text.
template <class _T> struct char_traits {};
template <class _C, class...> struct basic_string : sepal_sequence<_C> {
  static constexpr size_t npos = ~0UL;
  basic_string(); basic_string(const _C *s); basic_string(const _C *s, size_t n); basic_string(size_t n, _C c);
  template <class _I, class = decltype(*declval<_I>())> basic_string(_I first, _I last);
  basic_string(const basic_string &o); basic_string(const basic_string &o, size_t from, size_t n = npos);
  basic_string &operator=(const basic_string &o);
  const _C *c_str() const;
  basic_string substr(size_t from = 0, size_t n = npos) const;
  size_t find(const basic_string &s, size_t from = 0) const; size_t find(_C c, size_t from = 0) const;
  size_t rfind(const basic_string &s, size_t from = npos) const;
  size_t find_last_of(const basic_string &s, size_t from = npos) const;
  size_t find_last_of(_C c, size_t from = npos) const; size_t find_first_of(_C c, size_t from = 0) const;
  size_t rfind(_C c, size_t from = npos) const;
  size_t find_first_of(const basic_string &s, size_t from = 0) const;
  size_t find_first_not_of(const basic_string &s, size_t from = 0) const;
  int compare(const basic_string &s) const; int compare(size_t from, size_t n, const basic_string &s) const;
  basic_string &append(const basic_string &s); basic_string &operator+=(const basic_string &s);
  basic_string &operator+=(_C c);
  using sepal_sequence<_C>::erase;
  basic_string &erase(size_t from = 0, size_t n = npos);
  basic_string &replace(size_t from, size_t n, const basic_string &s);
};
typedef basic_string<char> string;
typedef string string_view;
string operator+(const string &x, const string &y);
string operator+(const string &x, char y);
string operator+(char x, const string &y);
bool operator==(const string &x, const string &y);
bool operator!=(const string &x, const string &y);
bool operator<(const string &x, const string &y);
template <class _T> string to_string(_T x);
int stoi(const string &s, size_t *end = nullptr, int base = 10);
long stol(const string &s, size_t *end = nullptr, int base = 10);
long long stoll(const string &s, size_t *end = nullptr, int base = 10);
unsigned long stoul(const string &s, size_t *end = nullptr, int base = 10);
unsigned long long stoull(const string &s, size_t *end = nullptr, int base = 10);
float stof(const string &s);
double stod(const string &s);

// Streams.
typedef long streamsize;
typedef long streampos;
struct ios_base {
  struct failure { failure(const char *message); const char *what() const noexcept; };
  typedef int openmode, fmtflags, seekdir;
  static const int in, out, binary, app, ate, trunc, beg, cur, end, fixed, scientific, floatfield, left, right, hex;
  static const int showpoint, failbit, badbit, eofbit, goodbit;
  void exceptions(int bits);
  static bool sync_with_stdio(bool on = true);
};
struct ios : ios_base {
  bool good() const; bool eof() const; bool fail() const; bool bad() const; void clear();
  explicit operator bool() const; bool operator!() const;
  long precision(long n); long precision() const; long width(long n); char fill(char c);
  int flags() const; int flags(int f); int setf(int f); int setf(int f, int g); void unsetf(int f);
  void *rdbuf() const; void *rdbuf(void *b); void exceptions(int e);
};
struct sepal_manipulator {};
struct ostream : virtual ios {
  template <class _T> ostream &operator<<(const _T &x);
  ostream &operator<<(ostream &(*f)(ostream &));
  ostream &operator<<(ios_base &(*f)(ios_base &));
  ostream &write(const char *s, long n); ostream &put(char c); ostream &flush(); streampos tellp();
};
struct istream : virtual ios {
  template <class _T> istream &operator>>(_T &x);
  istream &operator>>(ios_base &(*f)(ios_base &));
  istream &read(char *s, long n); istream &getline(char *s, long n); istream &ignore(long n = 1, int c = 0);
  int get(); istream &get(char &c); int peek(); streampos tellg(); istream &seekg(streampos p);
  istream &seekg(long p, int from);
  long gcount() const;
};
struct iostream : istream, ostream {};
struct sepal_file { void open(const char *s, int mode = 0); void open(const string &s, int mode = 0); void close();
  bool is_open() const; };
struct ifstream : istream, sepal_file { ifstream(); ifstream(const char *s, int m = 0);
  ifstream(const string &s, int m = 0); };
struct ofstream : ostream, sepal_file { ofstream(); ofstream(const char *s, int m = 0);
  ofstream(const string &s, int m = 0); };
struct fstream : iostream, sepal_file { fstream(); fstream(const char *s, int m = 0);
  fstream(const string &s, int m = 0); };
struct sepal_text { string str() const; void str(const string &s); };
struct stringstream : iostream, sepal_text { stringstream(); stringstream(const string &s); };
struct istringstream : istream, sepal_text { istringstream(); istringstream(const string &s); };
struct ostringstream : ostream, sepal_text { ostringstream(); };
extern ostream cout, cerr, clog;
extern istream cin;
ostream &endl(ostream &o);
ostream &flush(ostream &o);
ios_base &fixed(ios_base &o);
ios_base &scientific(ios_base &o);
ios_base &hex(ios_base &o);
ios_base &dec(ios_base &o);
ios_base &left(ios_base &o);
ios_base &right(ios_base &o);
ios_base &boolalpha(ios_base &o);
sepal_manipulator setw(int n);
sepal_manipulator setprecision(int n);
sepal_manipulator setfill(char c);
istream &getline(istream &i, string &s);
istream &getline(istream &i, string &s, char end);
}
}
