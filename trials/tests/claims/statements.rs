//! The rules of statements, contracts and levels, tested with runs of kernels of the corpus and of generated kernels.
//!
//! In: nothing. Out: a claim for each subject of obligations. All claims use the same runs, which are made once.

use crate::harness::{effort, Claim, Instances, Tally, Variant};
use crate::history::Slip;
use crate::judge::Observed;
use crate::runs::{Construct, Tested};
use ir::Width;
use logic::obligation::What;
use std::path::Path;
use std::sync::OnceLock;
use syntax::pvl::print::print;
use syntax::{parse_program_as, Reading};
use trials::generate::generate;
use trials::random::Random;
use trials::reading::{comment, reading};
use trials::work::in_parallel;

/// Number of generated kernels; about half of them are wrong.
const GENERATED: u64 = 900;
/// Number of generated kernels that are read with machine integers, too.
const NARROW: u64 = 200;
/// Number of starts for each kernel.
const STARTS: u64 = 3;

/// Name and text of a program.
type Text = (String, String);

/// The programs of the corpus, then the generated ones.
fn texts() -> &'static [Text] {
    static TEXTS: OnceLock<Vec<Text>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut out = Vec::new();
        for folder in ["tests/verify", "tests/reject", "examples"] {
            let mut paths: Vec<_> =
                std::fs::read_dir(root.join(folder)).expect("a folder").map(|e| e.expect("a file").path()).collect();
            paths.sort();
            for p in paths.iter().filter(|p| p.extension().is_some_and(|e| e == "pvl")) {
                let Ok(text) = std::fs::read_to_string(p) else { continue };
                out.push((format!("{folder}/{}", p.file_name().expect("a name").to_string_lossy()), text));
            }
        }
        let own = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
        out.extend(MORE.iter().map(own));
        out.extend((0..GENERATED * effort()).map(|seed| (format!("generated {seed}"), print(&generate(seed).file))));
        let narrow = |seed: u64| {
            let int = Width::named(if seed.is_multiple_of(2) { "i8" } else { "u8" });
            let text = format!("{}{}", comment(Reading { int }), print(&generate(seed).file));
            (format!("generated {seed} with machine integers"), text)
        };
        out.extend((0..NARROW * effort()).map(narrow));
        out
    })
}

/// Kernels with mistakes that are too rare in the corpus, one mistake each.
const MORE: &[(&str, &str)] = &[];

fn observe(text: &Text, slip: Slip, starts: u64) -> Vec<(String, Observed)> {
    let own = reading(&text.1);
    let other = Reading { int: own.int.map(|width| Width { signed: !width.signed, ..width }) };
    let Some(program) = parse_program_as(&text.1, own).program else { return vec![] };
    let asked = match slip {
        Slip::OtherSign => parse_program_as(&text.1, other).program,
        Slip::NoLabels => parse_program_as(&without_labels(&text.1), own).program,
        Slip::None
        | Slip::StaleBarrier
        | Slip::StaleLoop
        | Slip::StaleCall
        | Slip::OtherArguments
        | Slip::StaleElement => Some(program.clone()),
    };
    let Some(asked) = asked else { return vec![] };
    let mut out = Vec::new();
    for tested in Tested::all(&program, &asked) {
        // The terms of large kernels are trees with many nodes.
        for seed in 0..starts {
            if let Some(o) = tested.observe(&mut Random::new(seed), slip) {
                out.push((text.0.clone(), o));
            }
        }
    }
    out
}

/// The text with `\old[L](e)` replaced by `e`. All other parts keep their places.
fn without_labels(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\\old[") {
        let Some((label, behind)) = behind.split_once(']') else { break };
        out.push_str(before);
        out.push_str(&" ".repeat("\\old[]".len() + label.len()));
        rest = behind;
    }
    out + rest
}

/// Whether the mistake can matter for the text.
fn is_concerned(text: &Text, slip: Slip) -> bool {
    match slip {
        Slip::None | Slip::StaleBarrier | Slip::StaleLoop => true,
        Slip::OtherSign => reading(&text.1).int.is_some(),
        Slip::StaleCall | Slip::OtherArguments => text.0.contains("procedure") || text.1.contains("void add"),
        Slip::StaleElement => text.0.contains("array") || text.1.contains("int[2] q"),
        Slip::NoLabels => text.1.contains("\\old["),
    }
}

/// All runs.
pub fn runs(slip: Slip) -> &'static [(String, Observed)] {
    static RUNS: [OnceLock<Vec<(String, Observed)>>; Slip::ALL.len()] = [const { OnceLock::new() }; Slip::ALL.len()];
    let n = Slip::ALL.iter().position(|s| *s == slip).expect("all slips are listed");
    let (starts, most) = if slip == Slip::None { (STARTS, usize::MAX) } else { (1, 150) };
    RUNS[n].get_or_init(|| {
        let concerned = |text: &&Text| is_concerned(text, slip);
        let texts: Vec<&Text> = texts().iter().filter(concerned).take(most).collect();
        in_parallel(&texts, 0, |text| observe(text, slip, starts)).into_iter().flatten().collect()
    })
}

/// The results of all runs for obligations about these subjects. The mutant is the rule that emits no obligations; it
/// is found false by a run that goes wrong and in which no other obligation is refused.
pub fn tally(whats: &[What], variant: Variant, tally: &mut Tally) {
    for (name, o) in runs(Slip::None) {
        let certain = o.open.is_empty();
        let asks = |what: What| variant == Variant::Rule || !whats.contains(&what);
        let refused = o.refused.iter().any(|c| asks(c.what));
        let held: usize = o.held.iter().filter(|(c, _)| whats.contains(&c.what)).map(|(_, n)| n).sum();
        let unsound =
            o.failed.is_some_and(|c| variant != Variant::Rule || whats.contains(&c.what)) && !refused && certain;
        let concerned = variant == Variant::Rule || o.refused.iter().any(|c| whats.contains(&c.what));
        let untrue = o.untrue.as_ref().filter(|(c, _)| variant == Variant::Rule && whats.contains(&c.what));
        if unsound && concerned {
            tally.broken = Some(format!(
                "{name}: every obligation holds, and the run fails: {}\n{}",
                o.failed.map(|c| c.to_string()).unwrap_or_default(),
                o.story
            ));
        } else if let Some((code, why)) = untrue {
            tally.broken = Some(format!("{name}: {code}: {why}, which is not true\n{}", o.story));
        }
        if tally.broken.is_some() {
            return;
        }
        tally.held += held;
        tally.skipped += o.refused.len() + o.open.len();
    }
}

/// Whether frame facts behind a loop or barrier are true in the memory that the thread then sees.
fn frames(slips: [Slip; 1], variant: Variant, tally: &mut Tally) {
    let slip = if variant == Variant::Rule { Slip::None } else { slips[0] };
    for (name, o) in runs(slip) {
        if let Some((code, why)) = &o.untrue {
            tally.broken = Some(format!("{name}: {code}: {why}, which is not true\n{}", o.story));
            return;
        }
        tally.held += o.held.values().sum::<usize>();
    }
}

/// Whether the runs of kernels with a construct agree with the obligations: every hypothesis is true, and every run
/// that goes wrong is refused. In the mutant, the obligations or the values of their symbols have a mistake.
fn construct(which: Construct, slips: &[Slip], variant: Variant, tally: &mut Tally) {
    let slip = match variant {
        Variant::Rule => Slip::None,
        Variant::Mutant(n) => slips[n],
    };
    for (name, o) in runs(slip).iter().filter(|(_, o)| o.constructs.contains(&which)) {
        let unsound = o.failed.filter(|_| o.refused.is_empty() && o.open.is_empty());
        let why = match (&o.untrue, unsound) {
            (Some((code, why)), _) => format!("{code}: {why}, which is not true"),
            (None, Some(code)) => format!("every obligation holds, and the run fails: {code}"),
            (None, None) => {
                tally.held += o.held.values().sum::<usize>();
                tally.skipped += o.open.len();
                continue;
            }
        };
        tally.broken = Some(format!("{name}: {why}\n{}", o.story));
        return;
    }
}

fn calls(variant: Variant, tally: &mut Tally) {
    construct(Construct::Call, &[Slip::StaleCall, Slip::OtherArguments], variant, tally);
}

fn labels(variant: Variant, tally: &mut Tally) {
    construct(Construct::Label, &[Slip::NoLabels], variant, tally);
}

fn private_arrays(variant: Variant, tally: &mut Tally) {
    construct(Construct::PrivateArray, &[Slip::StaleElement], variant, tally);
}

/// What is unknown of a machine integer is in its range.
fn ranges(variant: Variant, tally: &mut Tally) {
    let slip = if variant == Variant::Rule { Slip::None } else { Slip::OtherSign };
    for (name, o) in runs(slip).iter().filter(|(name, _)| name.contains("machine integers") || name.contains("/int-")) {
        if let Some((code, why)) = &o.untrue {
            tally.broken = Some(format!("{name}: {code}: {why}, which is not true\n{}", o.story));
            return;
        }
        tally.held += o.held.values().sum::<usize>();
    }
}

fn barrier_frames(variant: Variant, tally: &mut Tally) {
    frames([Slip::StaleBarrier], variant, tally);
}

fn loop_frames(variant: Variant, tally: &mut Tally) {
    frames([Slip::StaleLoop], variant, tally);
}

/// Whether the threads of a group agree on the variables that `logic/src/uniform.rs` finds.
fn uniform(variant: Variant, tally: &mut Tally) {
    for (name, o) in runs(Slip::None) {
        let unequal = match variant {
            Variant::Rule => &o.unequal,
            Variant::Mutant(_) => &o.differ,
        };
        if let Some(how) = unequal {
            tally.broken = Some(format!("{name}: {how}\n{}", o.story));
            return;
        }
        tally.held += o.agreed;
    }
}

/// Whether every run that goes wrong is refused by some obligation.
fn sound(variant: Variant, tally: &mut Tally) {
    ends_well(variant, tally, |o| o.failed.is_none());
}

/// The same for races, in runs in which permissions are not checked.
fn race_free(variant: Variant, tally: &mut Tally) {
    ends_well(variant, tally, |o| !o.races);
}

fn ends_well(variant: Variant, tally: &mut Tally, well: impl Fn(&Observed) -> bool) {
    for (name, o) in runs(Slip::None) {
        let refused = variant == Variant::Rule && !o.refused.is_empty();
        let story = || format!("{name}: {:?}\n{}", o.failed.map(|c| c.to_string()), o.story);
        tally.put(Some(!refused && o.open.is_empty()), || Some(well(o)), story);
    }
}

/// Whether the facts of queries are true in the states in which the hypotheses are.
fn queries(variant: Variant, tally: &mut Tally) {
    for (name, o) in runs(Slip::None) {
        let wrong = if variant == Variant::Rule { &o.invented } else { &o.bare };
        if let Some(fact) = wrong {
            tally.broken = Some(format!("{name}: {fact}\n{}", o.story));
            return;
        }
        tally.held += o.asserted;
    }
}

macro_rules! about {
    ($name:literal, $law:literal, [$($file:literal),*], [$($what:ident),*], $least:literal) => {
        Claim {
            name: $name,
            law: $law,
            files: &[$($file),*],
            covers: &[],
            mutants: &["its obligations are left out"],
            least: $least,
            instances: Instances::Runs(&[$(What::$what),*]),
        }
    };
}

pub static CLAIMS: &[Claim] = &[
    about!(
        "well-formed",
        "a clause reads only what frames it, inside its arrays, divides by no zero, and names each \
        location of a family once",
        ["well_formed.rs", "assertion.rs", "reader.rs", "family.rs"],
        [WellFormed],
        5000
    ),
    about!(
        "kernel-resources",
        "`K_res ⊒ ⊛ g. G_res(g)`: the launch has the permissions that it hands out, of no location more than once",
        ["levels.rs", "rules/distribute.rs", "rules/pairs.rs", "lift.rs", "sum.rs"],
        [KernelResources],
        2000
    ),
    about!(
        "group-resources",
        "`G_res(g) ⊒ ⊛ t. T_res(t)`",
        ["levels.rs", "rules/distribute.rs", "rules/pairs.rs"],
        [GroupResources],
        300
    ),
    about!(
        "pre-flows-down",
        "`K_pre ⇒ ∀ g. G_pre(g)`, `G_pre(g) ⇒ ∀ t. T_pre(t)`",
        ["flow.rs"],
        [KernelPre, GroupPre],
        20
    ),
    about!(
        "post-flows-up",
        "`∀ t. T_post(t) ⇒ G_post(g)`, `∀ g. G_post(g) ⇒ K_post`",
        ["flow.rs"],
        [GroupPost, KernelPost],
        50
    ),
    about!("thread-triple", "`{T_res ∗ T_pre} body {T_post}`", ["kernel.rs", "consume.rs", "exec.rs"], [Post], 1000),
    about!(
        "load",
        "a read needs some of its location, inside the array",
        ["eval.rs", "require.rs", "well_formed.rs"],
        [Load],
        300
    ),
    about!(
        "store",
        "`{R ** Perm(a[i], write)} a[i] := e {R ** Perm(a[i], write), a[i] = e}`",
        ["rules/statement.rs"],
        [Store],
        1000
    ),
    about!(
        "expression",
        "code divides by no zero, and reads no private variable that was not written",
        ["eval.rs", "written.rs", "definite.rs"],
        [Expr],
        30
    ),
    about!("assert", "`{P} assert P {P}`", ["rules/statement.rs", "consume.rs"], [Assert], 200),
    about!("loop-entry", "`I` holds before the loop", ["rules/loops.rs"], [InvariantEntry], 100),
    about!("loop-preserved", "`{I ∧ g} S {I}`", ["rules/loops.rs"], [InvariantPreserved], 300),
    about!("loop-ends", "`{I ∧ g ∧ e = m} S {e ≺ m}`", ["rules/measure.rs"], [LoopTermination], 10),
    about!("barrier-precondition", "`B_pre(t)` holds when the thread arrives", ["rules/barrier.rs"], [BarrierPre], 100),
    about!(
        "barrier-transfer",
        "`B_pre(t) ∧ (∀ u. B_pre(u) about fenced memory) ⇒ B_post(t)`",
        ["rules/barrier.rs"],
        [BarrierTransfer],
        80
    ),
    about!(
        "barrier-redistribution",
        "`G_res ⊒ ⊛ t. B_res(t)`, and a location that is not fenced, and that another thread may have written, goes \
         to no thread that did not have it",
        ["rules/barrier.rs", "rules/distribute.rs", "rules/pairs.rs"],
        [BarrierRedistribution],
        500
    ),
    about!(
        "barrier-uniform",
        "`H(t) ∧ H(u) ⇒ c(t) = c(u)` for a condition `c` around a barrier",
        ["rules/branch.rs", "rules/loops.rs", "exits.rs"],
        [BarrierUniform],
        80
    ),
    about!(
        "call",
        "a call provides what its function or procedure requires",
        ["function.rs", "function_table.rs", "well_formed.rs", "rules/call.rs"],
        [CallPre],
        80
    ),
    about!(
        "procedure",
        "`{P(x)} body {Q(x)}`, for the arguments and the memory of each call in a run",
        ["procedure.rs", "consume.rs"],
        [ProcedurePost],
        200
    ),
    Claim {
        name: "call-frame",
        law: "behind a call, `held(x) ⇒ new[x] = old[x]` for what the callee does not require, and what it ensures \
            is true; in the callee, what it requires is true",
        files: &["rules/call.rs", "rules/exchange.rs", "frame.rs", "procedure.rs"],
        covers: &[],
        mutants: &["memory behind a call is what it was at the start", "a procedure has other arguments"],
        least: 2000,
        instances: Instances::All(calls),
    },
    Claim {
        name: "label",
        law: "`\\old[L](e)` is `e` in the state in which the thread passed `L`",
        files: &["snapshot.rs", "rules/statement.rs"],
        covers: &[],
        mutants: &["`\\old[L](e)` is `e`"],
        least: 1000,
        instances: Instances::All(labels),
    },
    Claim {
        name: "private-array",
        law: "an element of a private array has the value that was stored to it last",
        files: &["rules/statement.rs", "rules/loops.rs", "context.rs"],
        covers: &[],
        mutants: &["an element keeps the first value that is stored to it"],
        least: 1000,
        instances: Instances::All(private_arrays),
    },
    Claim {
        name: "barrier-frame",
        law: "behind a barrier, `held(x) ⇒ new[x] = old[x]`, and what all promised is true of the memory that the \
            group sees",
        files: &["rules/barrier.rs", "state.rs"],
        covers: &[],
        mutants: &["memory behind a barrier is what it was at the start"],
        least: 5000,
        instances: Instances::All(barrier_frames),
    },
    Claim {
        name: "loop-frame",
        law: "at the head of a loop, what its frame holds has kept its value, and the invariant is true of the rest",
        files: &["rules/loops.rs", "rules/exchange.rs", "frame.rs", "state.rs"],
        covers: &[],
        mutants: &["what the loop changes is what it was before the loop"],
        least: 5000,
        instances: Instances::All(loop_frames),
    },
    Claim {
        name: "ranges",
        law: "what is unknown of a machine integer is one of its values: of variables, constants, elements, and sizes \
            of a launch",
        files: &["ranges.rs", "context.rs", "rules/statement.rs"],
        covers: &[],
        mutants: &["signed integers have the range of unsigned ones"],
        least: 2000,
        instances: Instances::All(ranges),
    },
    Claim {
        name: "uniform-variables",
        law: "variables that are read off as uniform have one value in the group",
        files: &["uniform.rs", "syntactic.rs"],
        covers: &[],
        mutants: &["all variables that a loop with a barrier changes are uniform"],
        least: 50,
        instances: Instances::All(uniform),
    },
    Claim {
        name: "instances",
        law: "what the solver is given follows: instances by ownership, prenex forms, unfolded definitions, \
            consequences for the goal's terms",
        files: &[
            "vcgen: query/matching.rs",
            "vcgen: query/digits.rs",
            "vcgen: query/arithmetic.rs",
            "vcgen: query/prenex.rs",
            "vcgen: query/unfold.rs",
            "vcgen: query/lemmas.rs",
        ],
        covers: &[],
        mutants: &["an instance without its range"],
        least: 20_000,
        instances: Instances::All(queries),
    },
    Claim {
        name: "theorem",
        law: "a run in which every obligation holds goes through: no divergence, no access without permission, no \
            false clause",
        files: &["kernel.rs", "rules/mod.rs", "rules/exits.rs"],
        covers: &[],
        mutants: &["all obligations are left out"],
        least: 800,
        instances: Instances::All(sound),
    },
    Claim {
        name: "race-freedom",
        law: "a run in which every obligation holds has no race, also where no permission stops it",
        files: &["kernel.rs", "rules/distribute.rs"],
        covers: &[],
        mutants: &["all obligations are left out"],
        least: 800,
        instances: Instances::All(race_free),
    },
];
