//! The obligations of `logic/src/rules/statement.rs`, `branch.rs` and `loops.rs`.
use super::*;

emits!(
    statement_assign_and_store,
    [Load, Store, Expr, Post],
    "kernel K { global int[gsize] a, b;
  context Perm(a[tid], write) ** Perm(b[tid], 1\\2);
  ensures a[tid] == b[tid] + 3;
  void main() { int x := b[tid]; x := x + 1; a[tid] := x; a[tid] := a[tid] + 4 / 2; } }"
);

emits!(
    statement_store_elsewhere,
    [Post],
    "kernel K { global int[gsize + 1] a;
  context Perm(a[tid], write) ** Perm(a[gsize], read);
  ensures a[gsize] == \\old(a[gsize]);
  void main() { a[tid] := 1; } }"
);

emits!(
    statement_assert_becomes_known,
    [Assert, WellFormed],
    "kernel K { global int[gsize] a;
  requires Perm(a[tid], read);
  void main() { assert a[tid] > 0; assert Perm(a[tid], read) ** a[tid] >= 0; } }"
);

emits!(
    statement_assume_is_trusted,
    [Assert],
    "kernel K { global int n;
  void main() { assume n > 1; assert n > 0; } }"
);

emits!(
    statement_uninitialised,
    [Assert],
    "kernel K {
  void main() { int x; int y := x; assert x == y; } }"
);

emits!(
    branch_joins_values,
    [Assert],
    "kernel K { global int n;
  void main() { int x := 0; if (n < tid) { x := 1; assert n < tid; } else { x := 2; } assert x > 0; } }"
);

emits!(
    branch_joins_memory,
    [Store, Post],
    "kernel K { global int n; global int[gsize] a;
  requires tid < n ==> Perm(a[tid], write);
  ensures tid < n ==> Perm(a[tid], write) ** a[tid] == 1;
  void main() { if (tid < n) { a[tid] := 1; } } }"
);

emits!(
    branch_around_barrier,
    [BarrierUniform],
    "kernel K { global int n; local int[1] s;
  requires Perm(s[0], read);
  void main() { int x := n; if (x < s[0]) { barrier(local); } } }"
);

emits!(
    branch_on_thread_around_barrier,
    [BarrierUniform],
    "kernel K {
  void main() { if (tid == 0) { barrier(local); } } }"
);

emits!(
    loop_without_barrier,
    [InvariantEntry, InvariantPreserved, WellFormed, Load, Store, Post],
    "kernel K { global int n; global int[gsize] a, b;
  requires n >= 0 ** Perm(a[tid], write) ** Perm(b[tid], 1\\2);
  ensures Perm(a[tid], write) ** a[tid] == n;
  void main() {
    int i := 0;
    a[tid] := 0;
    loop_invariant Perm(a[tid], write) ** 0 <= i && i <= n && a[tid] == i;
    while (i < n) { a[tid] := a[tid] + 1; i := i + 1; }
  } }"
);

emits!(
    loop_frame_keeps_the_rest,
    [Load, Assert],
    "kernel K { global int[gsize] b;
  requires Perm(b[tid], write);
  void main() {
    int i := 0;
    loop_invariant Perm(b[tid], 1\\2);
    while (i < 3) { i := i + 1; }
    assert Perm(b[tid], write) ** b[tid] == \\old(b[tid]);
  } }"
);

emits!(
    loop_with_barrier,
    [InvariantEntry, InvariantPreserved, BarrierUniform, Assert],
    "kernel K { global int n; global int[gsize] a, b;
  requires Perm(a[tid], write) ** Perm(b[tid], write);
  void main() {
    int i := 0;
    loop_invariant Perm(a[tid], write) ** 0 <= i;
    while (i < n) { barrier(global) { ensures Perm(a[tid], write); } i := i + 1; }
    assert Perm(b[tid], read);
  } }"
);
