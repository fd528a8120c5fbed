//! The obligations of `logic/src/rules/barrier.rs`.
use super::*;

emits!(
    barrier_redistributes,
    [BarrierRedistribution],
    "kernel K { global int[gsize] a;
  requires Perm(a[tid], write);
  void main() { barrier(global) { ensures Perm(a[(tid + 1) % gsize], write); } } }"
);

emits!(
    barrier_shares_of_one_location,
    [BarrierRedistribution],
    "kernel K { local int[1] s;
  requires lid == 0 ==> Perm(s[0], write);
  void main() { barrier(local) { ensures Perm(s[0], 1 \\ gsize); } } }"
);

emits!(
    barrier_hands_out_reads,
    [BarrierRedistribution],
    "kernel K { global int[gsize] a;
  requires Perm(a[tid], write);
  void main() { barrier(global) { ensures (\\forall* int j; 0 <= j && j < gsize; Perm(a[j], read)); } } }"
);

emits!(
    barrier_transfers,
    [BarrierPre, BarrierTransfer, WellFormed],
    "kernel K { global int[gsize] a;
  requires Perm(a[tid], write);
  void main() {
    a[tid] := tid;
    barrier(global) {
      requires a[tid] == tid;
      ensures Perm(a[(tid + 1) % gsize], read);
      ensures a[(tid + 1) % gsize] == (tid + 1) % gsize;
    }
  } }"
);

emits!(
    barrier_does_not_transfer_unfenced,
    [BarrierTransfer],
    "kernel K { local int[gsize] s; global int n;
  requires Perm(s[lid], write);
  void main() {
    s[lid] := 1;
    barrier(global) { requires s[lid] == 1; requires n > lid; ensures Perm(s[lid], write); ensures s[lid] == 1; }
  } }"
);

emits!(
    barrier_private_is_of_its_thread,
    [BarrierTransfer],
    "kernel K {
  void main() {
    int k := tid;
    barrier(global) { requires k == tid; ensures k == tid; }
  } }"
);

emits!(
    barrier_fences,
    [BarrierRedistribution],
    "kernel K { local int[gsize] s;
  requires Perm(s[tid], write);
  void main() { s[tid] := 1; barrier(global) { ensures Perm(s[(tid + 1) % gsize], read); } } }"
);

emits!(
    barrier_leaves,
    [Assert],
    "kernel K { global int[gsize] a, b;
  requires Perm(a[tid], write) ** Perm(b[tid], write);
  void main() { barrier(global) { ensures Perm(a[tid], read); } assert Perm(a[tid], read) ** a[tid] == \\old(a[tid]); \
  assert Perm(b[tid], read); a[tid] := 0; } }"
);
