//! What must hold of every text: the fuzz targets, as plain functions that panic where it does not.
//!
//! In: a text. Out: whether it got as far as the target looks (it parses, it has a type), so that a run can say how
//! much of what it tried was of use.

use std::time::Duration;

use interp::{Fill, Input, Launch, Limits, Options as Manner, Outcome, Rng, Run, Schedule, Value};
use ir::finding::What;
use ir::{Dims, Kernel, Program, Space, Type};
use syntax::pvl::codes;
use syntax::pvl::format::Refused;
use syntax::{parse_program, Parsed};
use vcgen::check::check;
use vcgen::options::{Explained, Options};
use vcgen::outcome::{FileOutcome, Verdict};
use vcgen::report::{json, text, Style};

/// Longest text that is run, in bytes; longer ones only take longer.
const LONGEST: usize = 8 << 10;
/// Longest text that is verified. A wrong invariant in a kernel of 70 lines leaves two dozen obligations undecided, and
/// each of them costs a second.
const LONGEST_VERIFIED: usize = 3 << 10;

/// Every text gets a typed program or an error, never both; every error has a known code and a place in the text,
/// and can be printed. Returns whether the text has a type.
pub fn parse(source: &str) -> bool {
    let parsed = parse_program(source);
    assert_eq!(parsed.program.is_some(), parsed.diagnostics.is_empty(), "a program or an error, not both");
    for error in &parsed.diagnostics {
        assert!(codes().iter().any(|(code, _)| *code == error.code), "the code {} is not listed", error.code);
        let (start, end) = (error.span.start as usize, error.span.end as usize);
        assert!(source.get(start..end).is_some(), "{} has the place {start}..{end}", error.code);
        assert!(!error.message.is_empty(), "{} says nothing", error.code);
    }
    if parsed.program.is_some() {
        return true;
    }
    let outcome = FileOutcome {
        path: "fuzz.pvl".to_owned(),
        source: source.to_owned(),
        diagnostics: parsed.diagnostics,
        ..FileOutcome::default()
    };
    printable(outcome);
    false
}

/// print → parse is the identity on what parses, and printing is stable. Returns whether it parses.
pub fn print(source: &str) -> bool {
    let parsed = parse_program(source);
    if !well_formed(&parsed) {
        return false;
    }
    let once = syntax::pvl::print::print(&parsed.ast);
    let again = parse_program(&once);
    assert!(well_formed(&again), "printed, it has errors: {:#?}\n{once}", again.diagnostics);
    assert!(parsed.ast == again.ast, "printed, it is another tree:\n{once}");
    let twice = syntax::pvl::print::print(&again.ast);
    assert_eq!(once, twice, "printed twice, it differs");
    true
}

/// The formatter changes blanks and line breaks alone: the typed program is the same, and what is formatted stays as it
/// is. Returns whether the text is formatted.
pub fn format(source: &str) -> bool {
    let once = match syntax::pvl::format::format(source) {
        Ok(once) => once,
        Err(Refused::Errors(_)) => return false,
        Err(Refused::Changed) => panic!("the formatter would change more than blanks"),
    };
    let twice = syntax::pvl::format::format(&once);
    assert_eq!(twice.ok().as_deref(), Some(once.as_str()), "formatted twice, it differs");
    let program = |text: &str| parse_program(text).program.as_ref().map(ir::text::print);
    assert_eq!(program(source), program(&once), "formatted, it is another program:\n{once}");
    true
}

/// Whether the text was understood as far as the syntax goes.
fn well_formed(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().all(|error| !error.code.starts_with("parse."))
}

/// Everything that the command does with a file ends, with a verdict or a finding; and the normaliser changes how much
/// the solver has to do, not what is true. Returns whether the text has a type.
pub fn verify(source: &str) -> bool {
    if source.len() > LONGEST_VERIFIED {
        return false;
    }
    let outcome = check("fuzz.pvl", source, &quick(true));
    let typed = outcome.diagnostics.is_empty();
    assert!(!typed || !outcome.items.is_empty(), "a text with a type has an item");
    if typed {
        // Only the verdicts are compared.
        let verdicts = Options { emit_smt2: false, explain: None, keep_proofs: false, ..quick(false) };
        agree(&outcome, &check("fuzz.pvl", source, &verdicts));
    }
    printable(outcome);
    typed
}

/// Every program with a type runs, within limits, to an end that is a function of its start and schedule; and where a
/// run without atomics ends well, which includes that no race was seen, it does with the same memory under any other
/// schedule.
/// Returns whether some kernel ran to its end.
pub fn run(source: &str) -> bool {
    let Some(program) = parse_program(source).program.filter(|_| source.len() <= LONGEST) else { return false };
    let seed = source.bytes().fold(1u64, |h, b| h.wrapping_mul(0x100_0000_01b3) ^ u64::from(b));
    let mut useful = false;
    for kernel in program.kernels.iter().take(2) {
        let shaped = |grid, block| Launch::shaped(kernel.dims(), grid, block);
        let launches = match kernel.dims() {
            Dims::One => [Launch::new(1, 3), Launch::new(2, 2).with_warp(1)],
            Dims::Two | Dims::Three => [shaped([1; 3], [3, 2, 1]), shaped([1, 2, 1], [2, 1, 2]).with_warp(1)],
        };
        for (n, launch) in launches.into_iter().enumerate() {
            useful |= orders(&program, kernel, launch, seed.wrapping_add(n as u64));
        }
    }
    useful
}

/// A start of a kernel: small constants, some of them sizes of the launch, and random memory.
fn start(program: &Program, kernel: &Kernel, launch: &Launch, rng: &mut Rng) -> Option<Input> {
    let mut input = Input::default();
    for scalar in &kernel.scalars {
        let small = rng.below(7) as i64 - 1;
        let value = match scalar.ty {
            Type::Int if rng.below(3) == 0 => Value::from(i64::from(launch.groups() * launch.threads())),
            Type::Int | Type::Machine(_) => Value::from(small),
            Type::Bool | Type::Frac | Type::Resource => Value::from(small % 2 == 0),
            Type::Float(_) => Value::zero(scalar.ty)?,
            // Kernels have no references, no collections and no constants of enumerations.
            Type::Array(_) | Type::Object(_) | Type::Collection(..) | Type::Enum(_) | Type::Data(_) => return None,
        };
        input.scalars.insert(scalar.name.name.clone(), value);
    }
    for shape in interp::shapes(program, &kernel.name.name, launch, &input).ok()? {
        if shape.space == Space::Global {
            shape.len().filter(|len| *len <= 1 << 10)?;
            input.arrays.insert(shape.name.clone(), Fill::Random(rng.below(1000) as u64).values(&shape)?);
        }
    }
    Some(input)
}

/// Runs one start in several orders. Whether it ended well.
fn orders(program: &Program, kernel: &Kernel, launch: Launch, seed: u64) -> bool {
    let Some(input) = start(program, kernel, &launch, &mut Rng::new(seed)) else { return false };
    let limits = Limits { steps: 3_000, work: 30_000, memory: 1 << 14 };
    let once = |schedule: &Schedule, contracts: bool| -> Run {
        let manner = Manner { schedule: schedule.clone(), contracts, limits, ..Manner::default() };
        match interp::run(program, &kernel.name.name, &launch, &input, &manner) {
            Ok(run) => run,
            Err(why) => panic!("a start made for this kernel does not fit it: {why}"),
        }
    };
    let random = Schedule::Random(seed);
    assert!(once(&random, true) == once(&random, true), "one schedule, two ends");
    let first = once(&Schedule::Canonical, false);
    if first.outcome != Outcome::Finished {
        return false;
    }
    // Atomics order what does not race: which came first decides what is in memory, and what is done then.
    let is_step = |stmt: &ir::Stmt| matches!(stmt.outline().inside, Some(ir::Inside::Step(_)));
    if kernel.body.first(&is_step).is_some() {
        return true;
    }
    for schedule in [random, Schedule::Reversed, Schedule::Lockstep, Schedule::Warps(seed), Schedule::Permuted(seed)] {
        let other = once(&schedule, false);
        match &other.outcome {
            Outcome::Limit(_) => {}
            // Where contracts are not checked, what `assert` and `assume` read is no access, and does not race. It may
            // be false, or read what nobody has written yet.
            Outcome::OutsideAssumption { .. } => {}
            Outcome::Failed(failure) if matches!(failure.code.what, What::Assert | What::WellFormed) => {}
            Outcome::Finished => {
                assert!(first.memory == other.memory, "{} ends with another memory under {schedule}", kernel.name.name)
            }
            end => panic!("{} ends well in the canonical order, and under {schedule} with {end:?}", kernel.name.name),
        }
    }
    true
}

/// Small limits: an answer is enough, it need not be a proof. The time is a backstop, so that answers are the same on
/// a busy machine.
fn quick(normalise: bool) -> Options {
    let timeout = Duration::from_secs(5);
    let explain = Some(Explained::All);
    let (check_proofs, keep_proofs) = (true, true);
    let written = Options { emit_smt2: true, explain, check_proofs, keep_proofs, ..Options::default() };
    Options { timeout, rlimit: 200_000, threads: 1, normalise, ..written }
}

/// No obligation is proved in one run and refuted in the other.
fn agree(one: &FileOutcome, other: &FileOutcome) {
    assert_eq!(one.items.len(), other.items.len(), "the normaliser changes which items there are");
    for (one, other) in one.items.iter().zip(&other.items) {
        for a in &one.obligations {
            let Some(b) = other.obligations.iter().find(|b| b.name == a.name) else { continue };
            let both = [a.verdict, b.verdict];
            let contradict = both.contains(&Verdict::Proved) && both.contains(&Verdict::Refuted);
            assert!(
                !contradict,
                "{} {}: {:?} with, {:?} without the normaliser",
                one.item, a.name, a.verdict, b.verdict
            );
        }
    }
}

/// The report of every outcome can be written, and says something.
fn printable(outcome: FileOutcome) {
    let said = text::render(&outcome, &Style::default());
    assert!(!said.is_empty(), "nothing is said");
    let outcomes = [outcome];
    let document = json::document(&outcomes, 0, "fuzz");
    assert!(serde_json::to_string(&document).is_ok(), "the report is not JSON");
}
