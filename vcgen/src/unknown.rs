//! Why an obligation is not decided, and what the author of the program can do about that.
//!
//! In: an obligation that is not decided, and what is known of it. Out: one sentence on why, and one on what to do.
//! Nothing here is part of a proof.

use ir::{Among, Gathers, ItemId, Language, Program, Stmt, StmtKind};
use logic::finding::Facts;
use logic::obligation::{Mode, Obligation, Task, What, Why};
use logic::term::{self, FloatOp, Op, Role, Term};

use crate::missing;
use crate::options::Options;
use crate::outcome::{Outcome, Replay};
use crate::query::unmatched;
use crate::report::pvl::Words;
use crate::solving::Reason;

/// The reason why an obligation is not decided, in one phrase. `said` is the reason that the solver gave.
pub fn reason(o: &Obligation, said: Option<&Reason>, options: &Options) -> String {
    let nothing = "neither a proof was found, nor a counterexample among small cases";
    match (o.mode, said) {
        (Mode::Unsupported, _) if matches!(o.facts, Facts::MayWaitForEver | Facts::MayStartForEver) => {
            "no proof of Sepal says when other threads go on".into()
        }
        (Mode::Unsupported, _) if (o.code.what, o.code.why) == (What::LoopTermination, Why::NoMeasure) => {
            "without a measure nothing says that the loop ends".into()
        }
        (Mode::Unsupported, _) if o.code.why == Why::NoMeasure => {
            "without a measure nothing says that the recursion ends".into()
        }
        (Mode::Unsupported, _) if o.code.what == What::Atomic => {
            "no proof was attempted, and no run of a tiny launch was found that goes wrong".into()
        }
        (Mode::Unsupported, _) => "this version of Sepal cannot express it, so no proof was attempted".into(),
        (Mode::Prove | Mode::Lemma | Mode::Refute | Mode::Satisfiable, _) if o.code.why == Why::NoMeasure => {
            "without a measure nothing says that the recursion ends".into()
        }
        (Mode::Lemma, None) => "Sepal needs this claim for other proofs, and did not prove it".into(),
        (Mode::Satisfiable, None | Some(Reason::ResourceLimit | Reason::Timeout | Reason::Incomplete(_))) => {
            NO_STATE.into()
        }
        (Mode::Prove | Mode::Refute, None) => nothing.into(),
        (Mode::Prove | Mode::Lemma | Mode::Refute | Mode::Satisfiable, Some(reason)) => match reason {
            Reason::ResourceLimit => {
                format!("{nothing}, within the resource limit of {}; a higher `--rlimit` may decide it", options.rlimit)
            }
            Reason::Timeout => format!(
                "{nothing}, within the time limit of {} s; a higher `--timeout` may decide it",
                options.timeout.as_secs_f64()
            ),
            Reason::Cancelled => "the verification was stopped before".into(),
            Reason::Incomplete(_) => nothing.into(),
            Reason::TooLarge(large) => format!("the obligation has {large}, so the solver was not asked"),
            Reason::UnknownSort(sort) => {
                format!("the obligation has values of type `{sort}`, which no solver has, so the solver was not asked")
            }
            Reason::Internal(why) => format!("internal error: {why}"),
        },
    }
}

/// The reason, if preconditions are not known to be satisfiable.
const NO_STATE: &str =
    "no values were found for which all of this is true, and no contradiction was found. A proof that rests on it may \
    be about nothing";

/// The reason, if the annotations allow a state that no run reaches.
const UNREACHED: &str =
    "the proof found no annotation that excludes the state below, and no run of a small launch was \
    found that comes to it";
/// Advice, if no launch is known that satisfies the preconditions of a kernel.
const TRY_A_LAUNCH: &str =
    "`sepal run` says whether the launch, the arguments and the arrays that you have in mind satisfy these \
    preconditions";
/// The reason, if that state is one to start from.
const ELSEWHERE: &str =
    "the proof found nothing that excludes the state below, and no run of a small launch was found that goes wrong \
    here first";

/// The reason, if a thread does not come to an operation of its warp.
const LEFT_OPEN: &str =
    "CUDA leaves open what happens where a thread of a warp does not come to an operation of the warp, so a run \
    refutes this only if that thread waits elsewhere";
/// The same in OpenCL.
const LEFT_OPEN_IN_OPENCL: &str =
    "devices divide groups into sub-groups in different ways, so a run refutes this only if a thread of the sub-group \
    waits elsewhere";
/// The reason, if the kernel has barriers of warps and seems to race.
const NO_ORDER: &str =
    "no run of a small launch was found that goes wrong here first. Sepal concludes from `__syncwarp()` no order of \
    accesses to memory, so no proof relies on one: `__syncthreads()` orders accesses for proofs, too";
/// The same in OpenCL.
const NO_ORDER_IN_OPENCL: &str =
    "no run of a small launch was found that goes wrong here first. Sepal concludes from `sub_group_barrier` no order \
    of accesses to memory, so no proof relies on one: `barrier` orders accesses for proofs, too";

/// Fills in the reason and the advice of an undecided outcome. If an annotation is missing, that is the only advice.
pub fn advise(program: &Program, task: &Task, o: &Obligation, outcome: &mut Outcome) {
    if o.mode == Mode::Satisfiable {
        // No clause is known to be wrong.
        outcome.help = None;
        outcome.advice = matches!(task.id, ItemId::Kernel(_)).then(|| TRY_A_LAUNCH.to_owned());
        return;
    }
    if matches!(outcome.replay, Replay::Unconfirmed | Replay::NotRun) {
        let missing = missing::annotation(Words::of(program, task), task, o, &outcome.values);
        if outcome.replay == Replay::Unconfirmed {
            outcome.reason = Some(if missing.is_some() { UNREACHED } else { ELSEWHERE }.into());
        }
        if let Some(reason) = of_warps(program, task, o).filter(|_| outcome.replay == Replay::Unconfirmed) {
            outcome.reason = Some(reason.into());
            return;
        }
        // The loop or barrier that took a permission, and advice about `==` on floats, say more than a missing
        // annotation does.
        let special = outcome.taken_at.is_some() || compares_floats(&o.goal);
        if !special && missing.is_some() {
            outcome.help = None;
            outcome.advice = missing;
        }
        return;
    }
    if outcome.help.is_none() {
        outcome.advice = difficulty(program, task, o);
    }
}

/// The reason that operations of warps give, if the obligation is about one of them or about a race beside one.
fn of_warps(program: &Program, task: &Task, o: &Obligation) -> Option<&'static str> {
    if let Facts::NonUniform(_, Among::Tile(_)) = o.facts {
        return Some(if program.language == Language::OpenCl { LEFT_OPEN_IN_OPENCL } else { LEFT_OPEN });
    }
    let ItemId::Kernel(id) = task.id else { return None };
    let is_race = matches!(o.code.why, Why::TwoWriters | Why::TooMuch | Why::InsufficientPermission | Why::DataRace);
    let orders = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Gather(gather) if gather.how == Gathers::Order);
    let body = &program.kernel(id).filter(|_| is_race)?.body;
    body.first(&orders).map(|_| if program.language == Language::OpenCl { NO_ORDER_IN_OPENCL } else { NO_ORDER })
}

fn compares_floats(t: &Term) -> bool {
    term::any_subterm(t, |s| matches!(s.op(), Op::FloatOp(FloatOp::Eq)))
}

/// Advice about a part of the obligation that is hard for a prover.
fn difficulty(program: &Program, task: &Task, o: &Obligation) -> Option<String> {
    if !matches!(o.mode, Mode::Prove) || o.code.why == Why::NoMeasure {
        return None;
    }
    hidden(task, o)
        .or_else(|| exists(o))
        .or_else(|| product(o).map(|advice| advice + &dimensions(program, task, o)))
        .or_else(|| recursion(task, o))
        .or_else(|| universal(program, task, o))
        .or_else(|| floats(o))
}

/// Advice about a function whose body the proof was not allowed to use.
fn hidden(task: &Task, o: &Obligation) -> Option<String> {
    let defined = |t: &Term| task.definitions.iter().find(|d| t.as_app() == Some(&d.symbol));
    let (mut opaque, mut deeper) = (None, None);
    for t in std::iter::once(o.goal.clone()).chain(o.hyps.iter().map(|h| h.term)) {
        term::for_each_subterm(&t, &mut |s| match defined(s) {
            Some(d) if d.hidden.is_some() => opaque = opaque.take().or_else(|| Some(d.symbol.shown().to_owned())),
            Some(d) => {
                let calls = |f: &Term| defined(f).filter(|d| d.hidden.is_some()).map(|d| d.symbol.shown().to_owned());
                let mut inside = None;
                d.body
                    .iter()
                    .for_each(|body| term::for_each_subterm(body, &mut |f| inside = inside.take().or(calls(f))));
                deeper = deeper.take().or(inside);
            }
            None => {}
        });
    }
    match (opaque, deeper) {
        (Some(f), _) => Some(format!(
            "`{f}` is opaque, so only its contract is known here; if the proof needs its body, write `reveal` in front \
            of the call: `reveal {f}(…)`"
        )),
        (None, Some(f)) => Some(format!(
            "the body that is revealed calls `{f}`, which is opaque; if the proof needs the body of that call, too, \
            `assert` a fact with this call behind `reveal`: `reveal {f}(…)`"
        )),
        (None, None) => None,
    }
}

fn exists(o: &Obligation) -> Option<String> {
    let witness = |t: &Term| matches!(t.op(), Op::Quant(b) if !b.universal);
    term::any_subterm(&o.goal, witness).then(|| {
        "the obligation says that something exists, and the solver has to find it: `assert` the body for the value \
        that you have \
        in mind, just before"
            .to_owned()
    })
}

/// Advice about a product or quotient of two unknown values, for which there is no decision procedure.
fn product(o: &Obligation) -> Option<String> {
    let mut found = None;
    let all = std::iter::once(o.goal.clone()).chain(o.hyps.iter().filter(|h| h.node.is_some()).map(|h| h.term));
    for t in all {
        term::for_each_subterm(&t, &mut |s| {
            let unknowns = s.args().iter().filter(|a| a.as_int().is_none() && a.as_real().is_none()).count();
            let symbols = term::free_symbols(s);
            let launch = symbols.iter().all(|a| a.role() == Role::Launch);
            // An inverse is not written in the source, so advice about it would not be understood.
            let written = !symbols.iter().any(|a| matches!(a.role(), Role::Inverse(_)));
            let divides = matches!(s.op(), Op::Div | Op::Mod) && s.args().last().is_some_and(|d| d.as_int().is_none());
            if found.is_none() && !launch && written && (divides || (matches!(s.op(), Op::Mul) && unknowns > 1)) {
                found = Some(term::show(s));
            }
        });
    }
    let text = found?;
    Some(format!(
        "`{text}` combines two values that are not known, and what follows from that is not always found: {}",
        step(o, "`assert` the fact about it that you need")
    ))
}

/// Further advice, if the obligation is about an array that is used as if it had several dimensions: if it has them,
/// its indices have no products.
fn dimensions(program: &Program, task: &Task, o: &Obligation) -> String {
    let words = Words::of(program, task);
    let factors = o.facts.heap().and_then(|heap| Some((words.array_name(heap), words.dimensions_instead(heap)?)));
    factors.map_or_else(String::new, |(name, lengths)| {
        let indices = "[…]".repeat(lengths.len());
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        format!("; or declare `{name}` with the lengths `{lengths}`: an index `{name}{indices}` needs no products")
    })
}

fn recursion(task: &Task, o: &Obligation) -> Option<String> {
    let recursive =
        |t: &Term| t.as_app().filter(|s| task.definitions.iter().any(|d| d.recursive && d.symbol == **s)).is_some();
    let mut reduction = None;
    term::for_each_subterm(&o.goal, &mut |t| {
        reduction = reduction.take().or_else(|| t.as_app().filter(|s| s.role() == Role::Reduction).cloned());
    });
    if let Some(reduction) = reduction {
        let name = reduction.shown().to_owned();
        let say = step(o, "`assert` a step: how its range is divided, or that two summands are equal at each index");
        return Some(format!("no law of `{name}` was found that gives this: {say}"));
    }
    let mut call = None;
    term::for_each_subterm(&o.goal, &mut |t| {
        if call.is_none() && recursive(t) {
            call = Some((t.as_app().map_or("?", |s| s.shown()).to_owned(), term::show(t)));
        }
    });
    let (name, text) = call?;
    Some(format!(
        "`{name}` is recursive, and is unfolded a few times only: {}",
        step(o, &format!("`assert` the step that leads to `{text}`"))
    ))
}

/// How to state an intermediate step: code can assert it, and a function can only call a lemma.
fn step(o: &Obligation, assert: &str) -> String {
    let lemma =
        "a `pure bool` function whose `ensures` says `\\result` and the step, with `decreases` where that needs \
        induction";
    match o.code.what {
        What::FunctionPost => {
            format!("prove an intermediate step as a lemma, {lemma}, and call it in this function's body")
        }
        _ => format!("{assert}, or prove it as a lemma, {lemma}, and `assert` its call"),
    }
}

/// Advice about a universal hypothesis, which is used only at terms that match its trigger.
fn universal(program: &Program, task: &Task, o: &Obligation) -> Option<String> {
    let goal = term::free_symbols(&o.goal);
    let about = |t: &Term| {
        let memory = |s: &term::Symbol| s.sort().is_array();
        term::free_symbols(t).iter().any(|s| memory(s) && goal.contains(s))
    };
    let quantified = |t: &Term| term::any_subterm(t, |t| matches!(t.op(), Op::Quant(b) if b.universal));
    let candidates = || o.hyps.iter().filter(|h| h.node.is_some() && quantified(&h.term) && about(&h.term));
    // A universal that was never instantiated is a likelier cause of the failure than one that was.
    let unused = candidates().find_map(|h| {
        let unmatched = unmatched(o, &h);
        let first = unmatched.iter().position(|unmatched| *unmatched)?;
        let written = Words::of(program, task).universals(h.node?);
        // The logic may have more universals than the clause has quantifiers.
        Some(written.get(first).filter(|_| written.len() == unmatched.len()).copied().or(h.node)).flatten()
    });
    let node = unused.or_else(|| candidates().next()?.node)?;
    let line = program.line(node);
    let used = match unused {
        Some(_) => format!("no index that occurs here matches the `\\forall` at line {line}, so nothing of it is used"),
        None => format!("the `\\forall` at line {line} is used only at indices that occur here"),
    };
    Some(format!("{used}: `assert` the instance that you need, or mark a trigger `{{: … :}}` in it"))
}

/// Advice about equations of floats: `===` for `==`.
fn floats(o: &Obligation) -> Option<String> {
    let any = |test: fn(&Op) -> bool| term::any_subterm(&o.goal, |t| test(t.op()));
    if !any(|op| matches!(op, Op::FloatOp(_))) {
        return None;
    }
    let depends = "the obligation depends on the bits of floats";
    if any(|op| matches!(op, Op::FloatOp(FloatOp::Eq))) {
        let same = "compare with `===` where the two sides compute the same in the same order";
        return Some(format!("{depends}: {same}"));
    }
    Some(depends.to_owned())
}
