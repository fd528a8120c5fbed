//! Which annotation is missing, if the annotations allow a state that no run reaches.
//!
//! In: an obligation with a counterexample that no run reaches. Out: one sentence that names the loop or barrier whose
//! contract allows that state, and says what to write there. Nothing here is part of a proof.

use ir::{Heap, ValueOf};
use logic::advice::read_over_write;
use logic::finding::Subject;
use logic::invert::conjuncts;
use logic::obligation::{Obligation, Task, What, Why};
use logic::origin::{Event, Version};
use logic::reduction::range as range_of;
use logic::term::{self, Meaning, Op, Role, Sort, Symbol, Term};

use std::cell::Cell;

use crate::outcome::ShownValue;
use crate::report::pvl::{Named, Words};

/// Largest number of values that a sentence names.
const NAMED: usize = 3;
/// Largest number of characters of an invariant that is proposed.
const LONG: usize = 100;

/// A sentence that says what to write and where; `None` if the kernel may start in the state.
pub fn annotation(words: Words<'_>, task: &Task, o: &Obligation, values: &[ShownValue]) -> Option<String> {
    let matters = |v: &&Version| !matches!(v.event, Event::Store | Event::If | Event::End | Event::Copy);
    let goal = read_over_write(&o.goal);
    let within: Vec<&Version> = task.versions.iter().filter(matters).filter(|v| goal.contains(&v.term)).collect();
    let last = within.last()?;
    let here: Vec<&Version> = within.iter().filter(|v| v.node == last.node).copied().collect();
    let line = words.line(last.node);
    let state = state(words, o, &here, values);
    Some(match last.event {
        // Behind the declaration, something else gave the array or the variable a value.
        Event::Declared if task.versions.iter().rev().any(|v| v.of == last.of && v.term != last.term) => return None,
        Event::Declared => {
            format!(
                "`{}` can have any value here: its declaration at line {line} gives it none",
                words.subject(last.of)
            )
        }
        Event::Barrier => {
            let said = match state.as_str() {
                "" => format!("an `ensures` that says what `{}` is then", words.subject(last.of)),
                state => format!("`ensures` that exclude {state}"),
            };
            format!(
                "behind the barrier at line {line} only its `ensures` are known, and what the thread held all the \
                time: add {said}"
            )
        }
        Event::Gather => format!(
            "`{}` can have almost any value here: little is known of what the operation at line {line} gives",
            words.subject(last.of)
        ),
        Event::Shuffle => format!(
            "the shuffle at line {line} gives `{}` what is known of the operand in the other lane, if there is such a \
            lane: the last warp of a block has fewer lanes, unless `kernel requires blockDim.x % 32 == 0;`",
            words.subject(last.of)
        ),
        Event::Call => {
            let what = match last.of {
                Subject::Variable(_) => "`\\result` is".to_owned(),
                Subject::Heap(_) => format!("`{}` contains then, compared with `\\old(…)`", words.subject(last.of)),
            };
            format!(
                "behind the call at line {line} only what the procedure `ensures` is known of its result and of what \
                it may change: add to its contract an `ensures` that says what {what}"
            )
        }
        Event::Launch => format!(
            "behind the launch at line {line} only what the kernel `ensures` is known of `{}`: add to its contract an \
            `ensures` that says what `{0}` contains then, compared with `\\old(…)`",
            words.subject(last.of)
        ),
        Event::Opened => format!(
            "when the atomic step at line {line} begins, only the invariant is known of `{}`: add what it needs to the \
            invariant",
            words.subject(last.of)
        ),
        Event::Step => format!(
            "other threads may change `{}` until the atomic step at line {line} begins, so nothing is known of what \
            the step finds",
            words.subject(last.of)
        ),
        Event::Synchronised => format!(
            "of `{}` where the permission comes from another thread or goes to one at line {line}, only what the \
            invariant of the lock or the contract of `run` says is known behind that line",
            words.subject(last.of)
        ),
        Event::Message => format!(
            "of `{}` where the permission is sent or received at line {line}, only what the message says is known \
            behind that line: add to the message, behind the permission, what is there",
            words.subject(last.of)
        ),
        Event::Moved => format!(
            "behind line {line} nothing is known of `{}` where the whole permission was given away or came from \
            outside: say with `inhale` what it contains then",
            words.subject(last.of)
        ),
        Event::Par => format!(
            "behind the parallel block at line {line} only what its iterations `ensure` is known of `{}`: add an \
            `ensures` that says what each iteration makes of it",
            words.subject(last.of)
        ),
        Event::Loop | Event::Store | Event::If | Event::End | Event::Copy
            if (o.code.what, o.code.why) == (What::Termination, Why::MeasureNotDecreasing) =>
        {
            let name = words.subject(last.of);
            let such_as = match last.of {
                Subject::Variable(_) if last.term.sort() == Sort::INT => {
                    format!(", such as `loop_invariant 0 <= {name} && {name} <= \\old[start]({name});`")
                }
                Subject::Variable(_) | Subject::Heap(_) => String::new(),
            };
            format!(
                "the measure is compared with its value at the start, and the loop at line {line} changes `{name}`: \
                write `label start;` as the first statement, and add an invariant that compares `{name}` with \
                `\\old[start](…)`{such_as}"
            )
        }
        Event::Loop | Event::Store | Event::If | Event::End | Event::Copy => {
            let silent = here.iter().find(|v| !v.mentioned).copied();
            let text = proposed(task, o, last).or_else(|| silent.and_then(|v| range(words, task, o, v)));
            let such_as = text.map(|text| format!(", such as `loop_invariant {text};`")).unwrap_or_default();
            match silent {
                Some(v) if v.term.sort().is_array() => format!(
                    "behind the head of the loop at line {line} the values of `{}` are arbitrary, and no \
                    `loop_invariant` speaks of them: add one that says what they are after each iteration{such_as}",
                    words.subject(v.of)
                ),
                Some(v) => format!(
                    "the loop at line {line} changes `{}`, and no `loop_invariant` mentions it: add one that says what \
                    it is after each iteration{such_as}",
                    words.subject(v.of)
                ),
                None if o.code.what == What::InvariantPreserved => format!(
                    "all that is known when an iteration starts is what the invariants of the loop at line {line} say, \
                    and its condition: add a `loop_invariant` that excludes {}",
                    if state.is_empty() { "the state before it".to_owned() } else { state }
                ),
                None if state.is_empty() && more_loops(task, o, last) => format!(
                    "the invariants of the loops from line {line} on do not exclude this state: add one that does"
                ),
                None => {
                    let excluded = if state.is_empty() { "this state".to_owned() } else { state };
                    format!(
                        "the invariants of the loop at line {line} do not exclude {excluded}: add one that \
                        does{such_as}"
                    )
                }
            }
        }
    })
}

/// The values that come from the loop or barrier, for a sentence: `acc = 3` with `j = 1`.
fn state(words: Words<'_>, o: &Obligation, here: &[&Version], values: &[ShownValue]) -> String {
    // Values that were computed behind the head of the loop, or behind the barrier, do not exist there.
    let is_version = |t: &Term| here.iter().any(|v| *t == v.term);
    let stays = |t: &Term| {
        let same = |s: &Symbol| matches!(s.role(), Role::Launch | Role::Scalar) || is_version(&term::constant(s));
        term::free_symbols(t).iter().all(same)
    };
    let from_here = |t: &Term| {
        is_version(t)
            || match (t.op(), t.args()) {
                (Op::Select, [memory, index @ ..]) => is_version(memory) && index.iter().all(stays),
                _ => false,
            }
    };

    let shown = words.values(o);
    let mut out: Vec<String> = Vec::new();
    // For an iteration, only the values at its beginning are listed: those at its end follow from them.
    let is_start = |s: &Named| s.of == ValueOf::IterationStart;
    let iteration = shown.iter().any(is_start);
    for s in shown.iter().filter(|s| from_here(&s.term) && (!iteration || is_start(s))) {
        let is_its = |v: &&ShownValue| v.term.as_ref() == Some(&s.term) && v.thread == s.thread;
        let Some(value) = values.iter().find(is_its) else { continue };
        let text = format!("`{} = {}`", s.name, value.value);
        if out.len() < NAMED && !out.contains(&text) {
            out.push(text);
        }
    }
    match out.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} with {last}", rest.join(", ")),
        Some((only, _)) => only.clone(),
        None => String::new(),
    }
}

/// Whether the thread passes further loops between this one and the obligation: loops that made values later, about
/// which the obligation has hypotheses.
fn more_loops(task: &Task, o: &Obligation, last: &Version) -> bool {
    let behind = task.versions.iter().skip_while(|v| v.term != last.term).skip(1);
    let mut loops = behind.filter(|v| v.event == Event::Loop && v.node != last.node);
    loops.any(|v| o.hyps.iter().any(|h| h.term.contains(&v.term)))
}

/// An invariant that most such loops have: the goal, with the counter of the loop in place of the number that the
/// counter has reached at the end. If the loop has this invariant, the bound that the counter does not pass.
fn proposed(task: &Task, o: &Obligation, of: &Version) -> Option<String> {
    if o.code.why != Why::False || o.code.what == What::InvariantPreserved {
        return None;
    }
    let in_loop: Vec<&Version> = task.versions.iter().filter(|v| v.node == of.node && v.event == Event::Loop).collect();
    let counters = in_loop.iter().filter(|v| v.term.sort() == Sort::INT);
    // The end of the loop's condition: `!(j < n)`.
    let ends: Vec<Term> = o.hyps.iter().filter(|h| h.node == Some(of.node)).map(|h| h.term).collect();
    let mut found = None;
    for end in &ends {
        term::for_each_subterm(end, &mut |t| {
            let (Op::Lt | Op::Le | Op::Eq, [a, b]) = (t.op(), t.args()) else { return };
            let other = |c: &&&Version| if *a == c.term { Some(b) } else { Some(a).filter(|_| *b == c.term) };
            let bound = (*t.op() == Op::Lt).then(|| term::le(a.clone(), b.clone()));
            let pair = counters.clone().find_map(|c| other(&c).map(|end| (c.term.clone(), end.clone(), bound.clone())));
            found = found.take().or(pair);
        });
    }
    let (counter, end, bound) = found?;
    let goal = under(&o.goal, &ends);
    let usable = end.as_int().is_none() && goal.contains(&end) && !goal.contains(&counter);
    if !usable {
        return None;
    }
    let stated = |t: &Term| o.hyps.iter().any(|h| conjuncts(&h.term).contains(t));
    let mut invariant = term::replace(&goal, &end, &counter);
    if stated(&invariant) {
        invariant = bound.filter(|bound| !stated(bound))?;
    }
    // In the text, a name means the value at the head of the loop.
    let known = |s: &Symbol| match s.role() {
        Role::Skolem | Role::Bound | Role::Inverse(_) | Role::Length => false,
        _ if in_loop.iter().any(|v| v.term.as_app() == Some(s)) => true,
        _ => task.versions.iter().all(|v| v.term.as_app() != Some(s) && !of_same_heap(v, s)),
    };
    shown(task, &invariant).filter(|text| term::free_symbols(&invariant).iter().all(known) && text.len() <= LONG)
}

/// The range of a counter that is an index, from 0 to where the condition of its loop ends.
fn range(words: Words<'_>, task: &Task, o: &Obligation, of: &Version) -> Option<String> {
    let about_places = matches!(o.code.why, Why::OutOfBounds | Why::InsufficientPermission | Why::Unframed);
    if !about_places || of.term.sort() != Sort::INT {
        return None;
    }
    let changes = |t: &Term| task.versions.iter().any(|v| v.event == Event::Loop && t.contains(&v.term));
    let end = o.hyps.iter().find_map(|h| match (h.term.op(), h.term.args()) {
        (Op::Lt, [a, b]) if *a == of.term && !changes(b) => Some(b.clone()),
        _ => None,
    })?;
    // A counter that takes larger steps may pass the end.
    let text = match words.counts_by_one(of.of, of.node) {
        true => format!("0 <= {0} && {0} <= {1}", words.subject(of.of), shown(task, &end)?),
        false => format!("0 <= {}", words.subject(of.of)),
    };
    (text.len() <= LONG).then_some(text)
}

/// A goal `p ⇒ q` with `p` replaced by `true` in `q`; and without the premise if the loop itself stands under the
/// condition `p`, as `ends`, the negated conditions of the loop, show.
fn under(goal: &Term, ends: &[Term]) -> Term {
    let (Op::Implies, [condition, then]) = (goal.op(), goal.args()) else { return goal.clone() };
    let known = |t: Term, c: &Term| term::replace(&t, c, &term::bool(true));
    let then = conjuncts(condition).iter().fold(then.clone(), known);
    let around = ends.iter().any(|e| matches!(e.op(), Op::Implies) && e.args().first() == Some(condition));
    if around {
        then
    } else {
        term::implies(condition.clone(), then)
    }
}

/// The text of a term, in which an element or a field to which a reference leads has the form that it has in the
/// source, and a reduction has a variable; `None` if a reduction has no such text.
fn shown(task: &Task, t: &Term) -> Option<String> {
    let readable = Cell::new(true);
    let text = term::show_named(t, &|t| {
        if t.as_app().is_some_and(|symbol| symbol.role() == Role::Reduction) {
            let text = reduction(task, t);
            readable.set(readable.get() && text.is_some());
            return text;
        }
        let (Op::Select, [memory, index @ ..]) = (t.op(), t.args()) else { return None };
        let symbol = memory.as_app()?;
        match (symbol.meaning(), index) {
            (Meaning::Values(Heap::Elements(_)), [array, i]) => {
                Some(format!("{}[{}]", shown(task, array)?, shown(task, i)?))
            }
            (Meaning::Values(Heap::Field(_)), [object]) => Some(format!("{}.{}", shown(task, object)?, symbol.shown())),
            _ => None,
        }
    });
    readable.get().then_some(text)
}

/// The text of a reduction, with a variable that nothing else in the text is called: `(\sum int j = 0 .. n; a[j])`.
/// `None` for a reduction whose summands are reductions.
fn reduction(task: &Task, t: &Term) -> Option<String> {
    let symbol = t.as_app()?;
    let found = task.definitions.iter().filter_map(|d| d.reduction.as_ref()).find(|r| r.symbol == *symbol)?;
    let (lo, hi) = range_of(t)?;
    let index = term::constant(&found.index);
    let body = found.body(t, &index);
    let is_inner = |t: &Term| t.as_app().is_some_and(|symbol| symbol.role() == Role::Reduction);
    if term::any_subterm(&body, is_inner) {
        return None;
    }
    let used: Vec<String> = term::free_symbols(t).iter().map(|symbol| symbol.shown().to_string()).collect();
    let name = ["j", "k", "l", "m"].into_iter().find(|name| used.iter().all(|used| used != name))?;
    let body = term::show_named(&body, &|t| (*t == index).then(|| name.to_owned()));
    let (lo, hi) = (shown(task, lo)?, shown(task, hi)?);
    Some(format!("(\\{} int {name} = {lo} .. {hi}; {body})", found.kind.name()))
}

/// Whether a version and a symbol are both values of one heap.
fn of_same_heap(v: &Version, s: &Symbol) -> bool {
    matches!((v.of, s.meaning()), (Subject::Heap(a), Meaning::Values(b)) if a == b)
}
