//! Locations for the atomic steps of any number of threads: what is proved of such kernels is true in each run.
//!
//! In: random kernels whose threads have `atomic` for elements of global and local arrays, and fractions of others.
//! Barriers turn one kind of permission into the other. If all obligations of a kernel are proved, it is run with
//! several sizes and in several orders of its threads, and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::steps::{orders, text, RLIMIT, SIZES};
use crate::verified::{proved_runs_go_well, Trial};
use interp::{run, Input, Launch, Options, Outcome, Rule, Schedule, Uninitialised, Value};
use ir::Program;
use logic::obligation::What;
use trials::random::Random;

/// An atomic step on global memory.
fn global_step(r: &mut Random) -> String {
    let head = text(r, &[(4, "atomic"), (4, "atomic relaxed"), (1, "atomic group")]);
    let at = text(r, &[(4, "0"), (3, "lid % 2"), (1, "tid"), (1, "2")]);
    let inside = match r.below(5) {
        0 => format!("x := h[{at}];"),
        1 => format!("h[{at}] := {};", text(r, &[(1, "1"), (1, "tid"), (1, "x")])),
        2 => format!("y := x; x := h[{at}]; if (x < 3) {{ h[{at}] := x + 1; }}"),
        3 => format!("h[{at}] := 4; x := h[{at}];"),
        _ => format!("x := h[{at}]; h[{at}] := x + 1;"),
    };
    format!(" {head} {{ {inside} }}")
}

/// An atomic step on local memory.
fn local_step(r: &mut Random) -> String {
    let head = text(r, &[(4, "atomic relaxed group"), (2, "atomic"), (1, "atomic group")]);
    let at = text(r, &[(5, "0"), (1, "lid"), (1, "1")]);
    let inside = text(r, &[(3, "x := s[AT]; s[AT] := x + 1;"), (1, "s[AT] := lid;"), (1, "x := s[AT];")]);
    format!(" {head} {{ {} }}", inside.replace("AT", at))
}

/// A plain access, mostly of memory that the thread may access.
fn plain(r: &mut Random) -> &'static str {
    text(
        r,
        &[
            (3, " own[tid] := x;"),
            (2, " own[tid] := 7;"),
            (1, " x := h[0];"),
            (1, " h[0] := 1;"),
            (2, " s[lid] := x;"),
            (2, " if (lid == 0) { s[0] := 0; }"),
            (1, " s[0] := 0;"),
            (1, " y := s[lid];"),
        ],
    )
}

/// What the thread may assert: about what it found, and about memory.
fn claim(r: &mut Random) -> &'static str {
    text(
        r,
        &[
            (3, " assert own[tid] == 7;"),
            (2, " assert own[tid] == x;"),
            (2, " assert x == 4;"),
            (1, " assert x == y;"),
            (1, " assert x >= 0;"),
            (1, " assert s[lid] == x;"),
            (1, " assert s[0] == 0;"),
        ],
    )
}

/// The permissions for local memory between two barriers: the same in the clauses of both.
const LOCAL: [(usize, &str); 5] = [
    (5, "Perm(s[0], atomic)"),
    (4, "Perm(s[lid], write)"),
    (2, "(lid == 0 ==> Perm(s[0], write))"),
    (1, "(\\forall* int i = 0 .. gsize; Perm(s[i], atomic))"),
    (1, "Perm(s[0], atomic) ** (lid > 0 ==> Perm(s[lid], write))"),
];

fn barrier(r: &mut Random, held: &mut &'static str) -> String {
    let fence = text(r, &[(5, "local"), (1, "global"), (1, "local, global")]);
    let facts = text(r, &[(5, ""), (1, " ** s[lid] == x")]);
    let next = text(r, &LOCAL);
    let requires = if r.chance(85) { format!(" requires {held}{facts};") } else { String::new() };
    *held = next;
    let kept = text(r, &[(4, ""), (1, " ** Perm(h[1], read)"), (1, " ** Perm(h[0], atomic)")]);
    let waits = format!(" barrier({fence}) {{{requires} ensures {next}{kept}; }}");
    if r.chance(8) {
        // Thread 0 keeps for itself what all threads get for their steps.
        *held = "Perm(s[0], atomic) ** (lid == 0 ==> Perm(s[0], 1\\2))";
        let access = text(r, &[(2, "if (lid == 0) { x := s[0]; }"), (1, "x := x + 1;")]);
        return format!(
            " barrier(local) {{{requires} ensures {held}; }} {access} atomic relaxed group {{ s[0] := 1; }}"
        );
    }
    match r.below(10) {
        0 => format!(" if (x == 0) {{{waits} }}"),
        1 => format!(" if (n > 1) {{{waits} }}"),
        _ => waits,
    }
}

fn random_kernel(r: &mut Random) -> String {
    let mut out = String::from(
        "kernel k {\n  global int[n + 2] h;\n  global int[tcount] own;\n  local int[gsize + 1] s;\n  global int n;\n  \
         kernel requires n >= 1 && ngroups >= 1;\n",
    );
    let shared = [
        (4, "Perm(h[0], atomic) ** Perm(h[1], atomic)"),
        (3, "(\\forall* int i = 0 .. n + 2; Perm(h[i], atomic))"),
        (2, "Perm(h[0], atomic) ** Perm(h[1], read)"),
        (1, "Perm(h[0], atomic) ** (tid == 0 ==> Perm(h[1], write))"),
        (1, "Perm(h[0], atomic) ** (tid == 0 ==> Perm(h[0], 1\\2))"),
        (1, "Perm(h[0], atomic) ** (tid == 0 ==> Perm(h[0], write))"),
        (1, "Perm(h[tid % 2], atomic)"),
    ];
    let shared = text(r, &shared);
    out += &format!("  context {shared};\n  context Perm(own[tid], write);\n");
    let mut held = text(r, &LOCAL);
    out += &format!("  requires {held};\n");
    if r.chance(40) {
        let ends = [(3, "own[tid] == 7"), (1, "own[tid] == \\old(own[tid])"), (1, "own[tid] >= 0")];
        out += &format!("  ensures {};\n", text(r, &ends));
    }
    out += "  void main() {\n    int x := 0; int y := 0;\n   ";
    if shared.contains("(tid == 0 ==> Perm(h[0]") {
        out += text(r, &[(2, " if (tid == 0) { x := h[0]; }"), (1, " if (tid == 0) { h[0] := 5; }")]);
        out += " atomic relaxed { h[0] := 1; }";
    }
    for _ in 0..2 + r.below(4) {
        match r.below(10) {
            0..=3 => out += &global_step(r),
            4 | 5 => out += &local_step(r),
            6 => out += plain(r),
            7 => out += claim(r),
            _ => out += &barrier(r, &mut held),
        }
    }
    if r.chance(10) {
        let decides = text(r, &[(2, "x == 0"), (1, "n > 1"), (1, "gid == 0")]);
        out += &format!(" atomic relaxed {{ x := h[0]; h[0] := x + 1; }} if ({decides}) {{ barrier(local) {{ }} }}");
    }
    out + "\n  }\n}\n"
}

/// How a run ends that starts with this value in all cells.
fn end(program: &Program, (groups, threads): (u32, u32), value: i64, schedule: Schedule) -> Option<Outcome> {
    let rules = ["h", "own"].map(|name| (name.to_owned(), Rule::Same(Value::from(value)))).into();
    let scalars = [("n".to_owned(), Value::from(1 + value))].into();
    let input = Input { rules, scalars, ..Input::default() };
    let uninitialised = Uninitialised::OfMemory(7);
    let options = Options { schedule, contracts: true, races: true, uninitialised, ..Options::default() };
    run(program, "k", &Launch::new(groups, threads), &input, &options).ok().map(|run| run.outcome)
}

/// If all obligations of a kernel are proved, no run of it goes wrong. The mutants leave out the obligations of one
/// kind.
fn instance(r: &mut Random, variant: Variant, tally: &mut Tally) {
    let text = random_kernel(r);
    let dropped = match variant {
        Variant::Rule => &[],
        Variant::Mutant(n) => KINDS.get(n).copied().unwrap_or_default(),
    };
    let trial = Trial { text: &text, rlimit: RLIMIT, dropped, end };
    proved_runs_go_well(&trial, &SIZES, || orders(r.below(1000) as u64), tally);
}

/// For each mutant the obligations that it leaves out.
const KINDS: [&[What]; 5] = [
    &[What::KernelResources, What::GroupResources],
    &[What::BarrierRedistribution, What::BarrierPre],
    &[What::Store, What::Load],
    &[What::Assert, What::Post],
    &[What::BarrierUniform],
];

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "atomic-steps",
    law: "a run in which every obligation of a kernel holds whose threads have `atomic` for locations does not go \
        wrong, whatever the order of its threads",
    files: &["rules/steps.rs"],
    covers: &[],
    mutants: &[
        "a location is handed out for atomic steps and otherwise, too",
        "a barrier hands out for atomic steps what a thread has, and the other way round",
        "a thread accesses what it has for atomic steps outside of its steps",
        "what a step finds is still there in the next",
        "threads decide by what a step finds whether to wait",
    ],
    least: 250,
    instances: Instances::Seeds(400, instance),
}];
