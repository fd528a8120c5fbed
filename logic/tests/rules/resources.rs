//! The obligations of `logic/src/rules/distribute.rs`, `levels.rs`, `flow.rs` and `lift.rs`: the permissions of each
//! level, and how facts flow between levels.
use super::*;

emits!(
    levels_thread_only,
    [KernelResources, GroupResources, KernelPre, GroupPre],
    "kernel K { global int[tcount] a;
  requires Perm(a[tid], write) ** a[tid] == 0;
  void main() { } }"
);

emits!(
    levels_all_written,
    [KernelResources, GroupResources, KernelPre, GroupPre],
    "kernel K { global int[tcount] a;
  kernel requires (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write));
  kernel requires (\\forall int i; 0 <= i && i < tcount; a[i] == 0);
  group requires (\\forall* int i; 0 <= i && i < gsize; Perm(a[gid * gsize + i], write) ** a[gid * gsize + i] == 0);
  requires Perm(a[tid], write) ** a[tid] == 0;
  void main() { } }"
);

emits!(
    levels_flow_up,
    [KernelPost, GroupPost],
    "kernel K { global int[tcount] a;
  kernel ensures (\\forall* int i; 0 <= i && i < tcount; Perm(a[i], write));
  kernel ensures (\\forall int i; 0 <= i && i < tcount; a[i] == i);
  context Perm(a[tid], write);
  ensures a[tid] == tid;
  void main() { a[tid] := tid; } }"
);

emits!(
    levels_group_flows_up,
    [KernelPost, GroupPost],
    "kernel K { global int[ngroups] a;
  group ensures Perm(a[gid], write) ** a[gid] == 1;
  context lid == 0 ==> Perm(a[gid], write);
  ensures lid == 0 ==> a[gid] == 1;
  void main() { if (lid == 0) { a[gid] := 1; } } }"
);

emits!(
    levels_local_memory_is_unknown,
    [GroupPre, GroupResources],
    "kernel K { local int[gsize] s;
  requires Perm(s[lid], write) ** s[lid] == 0;
  void main() { } }"
);

emits!(
    levels_vacuity,
    [Vacuous],
    "kernel K { global int n;
  kernel requires n > 3;
  requires n < tid + 9;
  void main() { } }"
);

emits!(
    distribute_two_clauses,
    [KernelResources],
    "kernel K { global int[2 * gsize + 1] a;
  requires Perm(a[2 * tid], write) ** Perm(a[2 * tid + 1], 1\\2) ** Perm(a[2 * gsize], read);
  void main() { } }"
);

emits!(
    distribute_shared_quotient,
    [BarrierRedistribution],
    "kernel K { local int[gsize] s;
  void main() { barrier(local) { ensures Perm(s[tid / 2], 1\\2); } } }"
);

emits!(
    distribute_amount_of_thread,
    [KernelResources],
    "kernel K { global int[1] a;
  requires Perm(a[0], 1 \\ (tid + 2));
  void main() { } }"
);

emits!(
    distribute_from_memory,
    [KernelResources, WellFormed],
    "kernel K { global int[gsize] a, p;
  requires Perm(p[tid], read) ** 0 <= p[tid] && p[tid] < gsize ** Perm(a[p[tid]], write);
  void main() { } }"
);
