//! Invariants that the threads of a kernel share: what is proved of such kernels is true in each run.
//!
//! In: random kernels whose threads open invariants by atomic steps. Cells move in and out of an invariant under a
//! flag, threads count in it, and say in cells of their own that they have. If all obligations of a kernel are proved,
//! it is run with several sizes and in several orders of its threads, and must not go wrong.

use crate::harness::{Claim, Instances, Tally, Variant};
use crate::verified::{proved_runs_go_well, Trial};
use interp::{run, Input, Launch, Options, Outcome, Rule, Schedule, Value};
use ir::Program;
use logic::obligation::What;
use trials::random::Random;

/// Groups, and threads of a group.
pub const SIZES: [(u32, u32); 3] = [(1, 1), (1, 3), (2, 2)];
/// Number of random orders in which the threads run. They also run in the order of their numbers and in its reverse.
const ORDERS: u64 = 2;
/// The budget of Z3 for each query.
pub const RLIMIT: u32 = 200_000;

/// One of the texts, with the given odds.
pub fn text<'t>(r: &mut Random, texts: &[(usize, &'t str)]) -> &'t str {
    let mut at = r.below(texts.iter().map(|(odds, _)| odds).sum());
    for (odds, text) in texts {
        match at.checked_sub(*odds) {
            Some(rest) => at = rest,
            None => return text,
        }
    }
    ""
}

/// What the statements of a kernel are about.
struct Parts {
    /// Whether each thread says in a cell of its own that it has counted.
    counts: bool,
    /// Whether a cell moves in and out of the invariant.
    moves: bool,
    /// Whether each thread shares a cell with the invariant, half and half.
    halves: bool,
    /// Who shares: `kernel` or `group`.
    level: &'static str,
}

impl Parts {
    /// The cell in which the threads count.
    fn cell(&self) -> &'static str {
        if self.level == "kernel" {
            "c[0]"
        } else {
            "c[gid]"
        }
    }
}

/// The atomic step of a thread, and what it does with the cell that it took.
fn step(r: &mut Random, parts: &Parts) -> String {
    let cell = parts.cell();
    let add = text(r, &[(6, "+ 1"), (1, "+ 2"), (1, "- 1"), (1, "+ 0")]);
    let mut inside = match r.below(6) {
        0 => format!("s := {cell};"),
        1 => format!("{cell} := {};", text(r, &[(2, "0"), (1, "tid"), (1, "s")])),
        _ => format!("s := {cell}; {cell} := s {add};"),
    };
    if parts.counts && r.chance(80) {
        inside += text(r, &[(6, " done[tid] := true;"), (1, " done[0] := true;"), (1, " done[tid] := false;")]);
    }
    let mut behind = String::new();
    if parts.moves {
        match r.below(4) {
            0 => {
                inside += text(r, &[(3, " f[0] := 0;"), (1, " f[0] := 1;")]);
            }
            1 => behind += text(r, &[(1, " x[0] := tid;"), (1, " if (tid == 0) { x[0] := 1; }")]),
            _ => {
                inside += " if (f[0] == 0) { f[0] := 1; mine := true; }";
                behind += text(r, &[(5, " if (mine) { x[0] := tid; }"), (1, " x[0] := 1;")]);
            }
        }
    }
    if parts.halves {
        inside += text(r, &[(2, " h[tid] := 5;"), (1, " h[tid] := h[tid] + 1;"), (1, ""), (1, " h[0] := 1;")]);
        behind +=
            text(r, &[(2, " assert h[tid] == h[tid];"), (1, " assert h[tid] == 5;"), (1, " h[tid] := 1;"), (2, "")]);
    }
    let opened = format!(" atomic(inv) {{ {inside} }}{behind}");
    match r.below(8) {
        0 => format!(" if (tid > 0) {{{opened} }}"),
        1 => {
            let keeps = if parts.halves { "loop_invariant Perm(h[tid], 1\\2);" } else { "" };
            let moves = if parts.moves { "loop_invariant mine ==> Perm(x[0], write);" } else { "" };
            format!(" k := 0; {keeps} {moves} while (k < 2) {{{opened} k := k + 1; }}")
        }
        _ => opened,
    }
}

fn barrier(r: &mut Random, parts: &Parts) -> String {
    let mut out = format!(" barrier({}) {{", text(r, &[(4, "global"), (1, "local"), (1, "none")]));
    if parts.halves {
        out += text(
            r,
            &[
                (2, " requires Perm(h[tid], 1\\2); ensures Perm(h[tid], 1\\2);"),
                (1, " ensures Perm(h[tid], 1\\2);"),
                (2, ""),
            ],
        );
    }
    if parts.moves {
        out += text(
            r,
            &[
                (3, ""),
                (1, " ensures tid == 1 ==> Perm(x[0], write);"),
                (1, " requires mine ==> Perm(x[0], write); ensures mine ==> Perm(x[0], write);"),
                (1, " requires tid == 0 ==> Perm(x[0], write); ensures tid == 1 ==> Perm(x[0], write);"),
            ],
        );
    }
    out + " }"
}

fn random_kernel(r: &mut Random) -> String {
    let level = if r.chance(75) { "kernel" } else { "group" };
    let parts = Parts { counts: level == "kernel" && r.chance(55), moves: r.chance(45), halves: r.chance(35), level };
    let (cell, of_kernel) = (parts.cell(), level == "kernel");
    let (mut res, mut inv, mut pre, mut post) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut owned = Vec::new();
    inv.push(format!("Perm({cell}, {})", text(r, &[(8, "write"), (1, "1\\2")])));
    let facts = [
        (4, "CELL >= 0"),
        (1, "CELL == 0"),
        (2, "CELL >= \\old(CELL)"),
        (4, "CELL == (\\count int t = 0 .. tcount; done[t])"),
        (1, "CELL <= tcount"),
    ];
    let fact = text(r, &facts).replace("CELL", cell);
    if !fact.contains("done") || parts.counts {
        inv.push(fact);
    }
    let share = text(r, &[(8, "write"), (1, "1\\2")]);
    res.push(format!("(\\forall* int i = 0 .. ngroups; Perm(c[i], {share}))"));
    let first = text(r, &[(5, "== 0"), (2, ">= 0"), (1, "<= 1")]);
    owned.push(format!("(\\forall int i = 0 .. ngroups; c[i] {first})"));
    if parts.counts {
        res.push("(\\forall* int t = 0 .. tcount; Perm(done[t], write))".to_owned());
        owned.push("(\\forall int t = 0 .. tcount; !done[t])".to_owned());
        inv.push("(\\forall* int t = 0 .. tcount; Perm(done[t], 1\\2))".to_owned());
        pre.push("Perm(done[tid], 1\\2) ** !done[tid]".to_owned());
        post.push(text(r, &[(3, "Perm(done[tid], 1\\2) ** done[tid]"), (1, "Perm(done[tid], 1\\2)")]).to_owned());
    }
    if parts.moves && of_kernel {
        res.push("Perm(f[0], write) ** Perm(x[0], write)".to_owned());
        owned.push("f[0] == 0".to_owned());
        inv.push("Perm(f[0], write)".to_owned());
        inv.push(
            text(
                r,
                &[
                    (4, "(f[0] == 0 ==> Perm(x[0], write))"),
                    (1, "(f[0] == 1 ==> Perm(x[0], write))"),
                    (1, "Perm(x[0], write)"),
                ],
            )
            .to_owned(),
        );
        pre.extend(r.chance(30).then(|| "(tid == 0 ==> Perm(x[0], write))".to_owned()));
    }
    if parts.halves && of_kernel {
        res.push("(\\forall* int t = 0 .. tcount; Perm(h[t], write))".to_owned());
        inv.push("(\\forall* int t = 0 .. tcount; Perm(h[t], 1\\2))".to_owned());
        pre.push("Perm(h[tid], 1\\2)".to_owned());
        post.push("Perm(h[tid], 1\\2)".to_owned());
    }
    let parts = Parts { moves: parts.moves && of_kernel, halves: parts.halves && of_kernel, ..parts };
    let mut out = String::from(
        "kernel k {\n  global int[ngroups] c;\n  global int[1] f, x;\n  global bool[tcount] done;\n  \
         global int[tcount] h;\n  kernel requires ngroups >= 1;\n",
    );
    if r.chance(85) {
        out += &format!("  kernel requires {} ** {};\n", res.join(" ** "), owned.join(" ** "));
    } else {
        out += &format!("  kernel requires {};\n", owned.join(" && "));
    }
    if !of_kernel {
        out += &format!("  group requires Perm(c[gid], {share}) ** c[gid] {first};\n");
    }
    out += &format!("  {level} invariant inv({});\n", inv.join(" ** "));
    let ends = [
        (3, ""),
        (2, "Perm(CELL, write) ** CELL >= 0"),
        (2, "Perm(CELL, write) ** CELL == tcount"),
        (1, "Perm(CELL, write) ** CELL == \\old(CELL)"),
        (1, "Perm(x[0], write)"),
    ];
    let end = text(r, &ends).replace("CELL", cell);
    if !end.is_empty() {
        out += &format!("  {level} ensures {end};\n");
    }
    pre.iter().for_each(|pre| out += &format!("  requires {pre};\n"));
    post.iter().for_each(|post| out += &format!("  ensures {post};\n"));
    out += "  void main() {\n    int s := 0; int k := 0; bool mine := false;\n   ";
    for _ in 0..1 + r.below(2) {
        out += &step(r, &parts);
        if r.chance(25) {
            out += &barrier(r, &parts);
        }
    }
    out + "\n  }\n}\n"
}

/// The orders in which threads run.
pub fn orders(seed: u64) -> impl Iterator<Item = Schedule> {
    let random = (0..ORDERS).map(move |n| Schedule::Random(seed * ORDERS + n));
    [Schedule::Canonical, Schedule::Reversed].into_iter().chain(random)
}

/// How a run ends that starts with this value in the cells, and with no flag set.
fn end(program: &Program, (groups, threads): (u32, u32), value: i64, schedule: Schedule) -> Option<Outcome> {
    let of = |name: &str, value: Value| (name.to_owned(), Rule::Same(value));
    let ints = [("c", value), ("h", value), ("f", 0), ("x", 0)].map(|(name, value)| of(name, Value::from(value)));
    let rules = ints.into_iter().chain([of("done", Value::Bool(false))]).collect();
    let input = Input { rules, ..Input::default() };
    let options = Options { schedule, contracts: true, races: true, ..Options::default() };
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
const KINDS: [&[What]; 6] = [
    &[What::Sharing],
    &[What::Atomic],
    &[What::KernelResources, What::GroupResources],
    &[What::BarrierRedistribution],
    &[What::KernelPost, What::GroupPost],
    &[What::Store, What::Load],
];

/// The claims of this file.
pub static CLAIMS: &[Claim] = &[Claim {
    name: "steps",
    law:
        "a run in which every obligation of a kernel whose threads share invariants holds does not go wrong, whatever \
        the order of its threads",
    files: &["rules/kernel_invariant.rs"],
    covers: &[],
    mutants: &[
        "an invariant is shared that does not hold, or whose permissions are missing",
        "an atomic step leaves the invariant false, or keeps its permissions",
        "threads also get what they share",
        "a barrier hands out what threads have moved into an invariant",
        "the launch gives back what the invariant does not have",
        "a thread accesses what is shared outside of its steps",
    ],
    least: 250,
    instances: Instances::Seeds(400, instance),
}];
