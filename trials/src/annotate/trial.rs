//! Judges a generated program: what is proved must survive its runs.
//!
//! In: a program of the generator. Out: the verifier's answer, the number of runs, and the contradiction, if there is
//! one. A proved program is asked three times:
//!
//! - The program runs with many launches, inputs and schedules, with all annotations checked, and its functions are
//!   evaluated at many arguments.
//! - A claim that is wrong in a run is added at the end of the code. The verifier must not prove it. So hypotheses that
//!   contradict each other are found although no claim of the program uses them.
//! - If no input satisfies the preconditions, `assert 0 == 1;` is added at the beginning. The verifier must not prove
//!   that, either: it would be a proof from preconditions that contradict each other.

use super::functions::{calls, Calls};
use super::kind::Kind;
use super::start::start;
use super::{generate, Annotated};
use crate::differ::{execute_from, Runs};
use crate::generate::shrink::shrink;
use crate::judge::{judge, proved, Judgement, Limits};
use crate::random::Random;
use ir::Node;
use std::collections::BTreeSet;
use syntax::parse_program;
use syntax::pvl::print::print;

/// A claim that is false in every state.
const FALSE: &str = "assert 0 == 1;";

/// How much is done for one program.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of runs of a proved program.
    pub runs: usize,
    /// The number of wrong claims that are added, one at a time, to a proved program.
    pub probes: usize,
    /// Whether programs that are not proved are told apart: refuted, or unknown.
    pub full: bool,
}

impl Effort {
    /// The effort of the test suite.
    pub const SMALL: Self = Self { runs: 6, probes: 1, full: false };
    /// The effort of the command.
    pub const FAIR: Self = Self { runs: 10, probes: 2, full: true };
}

/// A contradiction between the verifier and the interpreter.
#[derive(Clone, Debug)]
pub struct Alarm {
    /// The text that is proved.
    pub text: String,
    /// What contradicts the proof.
    pub story: String,
}

/// The result for one program.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The kinds of annotations in the program.
    pub kinds: BTreeSet<Kind>,
    /// The verifier's answer. Without [`Effort::full`], `Unknown` also means refuted.
    pub judgement: Judgement,
    /// The number of runs that started inside of the contract; 0 for a program that is not proved.
    pub inside: usize,
    /// The number of calls of functions that satisfied all claims.
    pub calls: usize,
    /// The number of added claims that were wrong in a run, and that the verifier was asked about.
    pub probed: usize,
    /// The contradiction.
    pub alarm: Option<Alarm>,
}

impl Trial {
    /// Whether the program is proved, and no run started inside of its contract.
    pub fn is_without_run(&self) -> bool {
        self.judgement == Judgement::Proved && self.inside == 0
    }
}

/// The trial of a seed's program.
pub fn of_seed(seed: u64, effort: Effort) -> Trial {
    of_program(&generate(seed), seed, effort)
}

/// The trial of a program.
pub fn of_program(a: &Annotated, seed: u64, effort: Effort) -> Trial {
    let quick = proved(&a.text, Limits::TIGHT, &[]);
    let judgement = if quick == Judgement::Unknown && effort.full { judge(&a.text, Limits::TIGHT) } else { quick };
    let mut out = Trial { kinds: a.kinds.clone(), judgement, inside: 0, calls: 0, probed: 0, alarm: None };
    let alarm = |text: &str, story: String| Some(Alarm { text: text.to_owned(), story });
    if judgement == Judgement::Panicked {
        out.alarm = alarm(&a.text, "the verifier panicked".into());
    }
    if quick != Judgement::Proved {
        return out;
    }
    let Some(ran) = observe(a, &a.text, seed, effort.runs) else { return out };
    (out.inside, out.calls) = (ran.runs.inside, ran.calls.passed);
    out.alarm = ran.story().and_then(|story| alarm(&a.text, story));
    let mut rng = Random::new(seed ^ 0x9B0B_E5ED);
    let mut claims = if out.inside == 0 { vec![] } else { vec![FALSE.to_owned()] };
    claims.extend((1..effort.probes).filter_map(|_| rng.pick(&a.probes).cloned()));
    if out.inside == 0 {
        claims.clear();
        let text = at_start(&a.text);
        if out.alarm.is_none() && proved(&text, Limits::TIGHT, &[]) == Judgement::Proved {
            out.alarm = alarm(&text, NO_INPUT.into());
        }
    }
    for claim in claims {
        let text = at_end(&a.text, &claim);
        let Some(wrong) = observe(a, &text, seed, effort.runs) else { continue };
        let Some(story) = wrong.story() else { continue };
        out.probed += 1;
        match proved(&text, Limits::TIGHT, &wrong.places()) {
            Judgement::Proved if out.alarm.is_none() => out.alarm = alarm(&text, story),
            Judgement::Panicked => out.alarm = alarm(&text, "the verifier panicked".into()),
            Judgement::Proved | Judgement::Refuted | Judgement::Unknown | Judgement::Malformed => {}
        }
    }
    out
}

/// What a proof without input says.
const NO_INPUT: &str = "no input that was tried satisfies the preconditions, and a false claim is proved";

/// The runs of a text, and the calls of its functions.
struct Observed {
    runs: Runs,
    calls: Calls,
}

impl Observed {
    /// What went wrong.
    fn story(&self) -> Option<String> {
        self.runs.wrong.as_ref().map(ToString::to_string).or_else(|| self.calls.wrong.clone())
    }

    /// The parts of the program where a run went wrong, and those that explain it.
    fn places(&self) -> Vec<Node> {
        let of_run = self.runs.wrong.iter();
        of_run
            .flat_map(|w| std::iter::once(w.failure.node).chain(w.failure.related.iter().map(|(node, _)| *node)))
            .collect()
    }
}

fn observe(a: &Annotated, text: &str, seed: u64, count: usize) -> Option<Observed> {
    let program = parse_program(text).program?;
    let runs = execute_from(&program, None, seed, count, &|program, kernel, rng| start(a, program, kernel, rng));
    Some(Observed { runs, calls: calls(&program) })
}

/// The text with a statement at the end of the kernel's code.
fn at_end(text: &str, statement: &str) -> String {
    let end = text.trim_end().strip_suffix('}').map(str::trim_end).and_then(|rest| rest.strip_suffix('}'));
    end.map_or_else(|| text.to_owned(), |rest| format!("{rest}  {statement}\n  }}\n}}\n"))
}

/// The text with a claim that is always false at the beginning of the kernel's code.
fn at_start(text: &str) -> String {
    text.replacen("void main() {", &format!("void main() {{\n    {FALSE}"), 1)
}

/// Whether the text is proved and contradicts its runs, or is proved without any, although it claims what is false.
fn contradiction(a: &Annotated, text: &str, seed: u64, runs: usize) -> Option<String> {
    let ran = observe(a, text, seed, runs)?;
    let bare = ran.runs.inside == 0 && text.contains(FALSE);
    let story = ran.story().or_else(|| bare.then(|| NO_INPUT.to_owned()));
    match proved(text, Limits::TIGHT, &ran.places()) {
        Judgement::Proved => story,
        Judgement::Panicked => Some("the verifier panicked".into()),
        Judgement::Refuted | Judgement::Unknown | Judgement::Malformed => None,
    }
}

/// A smaller program with a contradiction.
pub fn smallest(a: &Annotated, alarm: &Alarm, seed: u64, effort: Effort) -> Alarm {
    let shows = |text: &str| contradiction(a, text, seed, effort.runs).is_some();
    let text = print(&shrink(&parse_program(&alarm.text).ast, 1_500, &shows));
    let story = contradiction(a, &text, seed, effort.runs).unwrap_or_else(|| alarm.story.clone());
    Alarm { text, story }
}
