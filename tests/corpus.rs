//! The corpus: every kernel of tests/, examples/ and the book, in several configurations.
//!
//! tests/README.md describes the format. At the end the counts are printed; they are the size of what is checked.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

use support::advice::{follow, Followed};
use support::book::{blocks, blocks_of, error_page, output_of};
use support::expectation::{difference, expected, reported, Finding, Kind};
use support::run::{options_of, run, timeless, top, Configuration};
use support::sample::is_sampled;
use support::{files, name, text, variants};
use vcgen::options::Options;
use vcgen::outcome::{DischargedBy, FileOutcome, Replay, Verdict};
use vcgen::replay::{usually_refuted_by, RefutedBy};
use vcgen::report::{text as prose, Detail, Style};

/// What the default configuration saw.
#[derive(Default)]
struct Seen {
    proved_files: usize,
    rejected_files: usize,
    missing: usize,
    spurious: usize,
    obligations: usize,
    quantifier_free: usize,
    /// Discharged before the solver was asked.
    without_solver: usize,
    /// Refutations and unconfirmed counterexamples of claims that a run can show, in tests/reject, and those that one
    /// shows.
    executable: usize,
    confirmed: usize,
    /// The cases and names of those that no run shows.
    unconfirmed: Vec<String>,
    /// Advice that was followed.
    followed: usize,
    time: Duration,
    solver_time: Duration,
    /// Codes of all obligations, proved or not.
    possible: BTreeSet<String>,
    /// Codes that a reject case raised.
    raised: BTreeSet<String>,
}

static SEEN: Mutex<Option<Seen>> = Mutex::new(None);

fn seen(update: impl FnOnce(&mut Seen)) {
    update(SEEN.lock().expect("no test panics while it counts").get_or_insert_with(Seen::default));
}

/// A case: a text, and what is expected of it.
#[derive(Clone)]
struct Case {
    name: String,
    source: String,
    expectation: Expectation,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expectation {
    /// Proved; `trusted` says whether something may be assumed.
    Proved { trusted: bool },
    /// Exactly the findings that are drawn.
    Drawn,
}

fn cases() -> Vec<Case> {
    let of_folder = |folder: &str, expectation: fn(&str) -> Expectation| {
        files(folder, "pvl")
            .into_iter()
            .map(|path| {
                let source = text(&path);
                Case { name: name(&path), expectation: expectation(&source), source }
            })
            .collect::<Vec<_>>()
    };
    let mut cases = of_folder("tests/verify", |s| Expectation::Proved { trusted: is_trusted(s) });
    cases.extend(of_folder("tests/reject", |_| Expectation::Drawn));
    cases.extend(of_folder("examples", |_| Expectation::Proved { trusted: false }));
    cases.extend(blocks().into_iter().map(|block| {
        let expectation = match block.info.as_str() {
            "pvl" => Expectation::Proved { trusted: is_trusted(&block.source) },
            "pvl reject" => Expectation::Drawn,
            other => panic!("{}: the info string `{other}` is neither `pvl` nor `pvl reject`", block.name),
        };
        Case { name: block.name, source: block.source, expectation }
    }));
    cases
}

fn is_trusted(source: &str) -> bool {
    top(source).any(|line| line == "trusted")
}

/// The verdict on one case; `Ok` is what it should be.
fn judge(case: &Case, outcome: &FileOutcome) -> Result<Vec<Finding>, Failed> {
    let fail = |why: String| {
        let style = Style { detail: Detail::Quiet, ..Style::default() };
        Failed::from(format!("{}: {why}\n\n{}", case.name, prose::render(outcome, &style)))
    };
    let expected = expected(&case.source).map_err(fail)?;
    let found = reported(outcome);
    if let Some(difference) = difference(&expected, &found) {
        return Err(fail(format!("other findings than expected\n{difference}")));
    }
    let trusted: Vec<&str> = outcome.items.iter().flat_map(|i| &i.trusted).map(|t| t.what.as_str()).collect();
    match case.expectation {
        Expectation::Drawn if expected.iter().all(|e| e.kind == Kind::Spurious) => {
            Err(fail("no finding is drawn under the code".to_owned()))
        }
        Expectation::Proved { .. } if expected.iter().any(|e| e.kind != Kind::Spurious) => {
            Err(fail("only `spurious` may be drawn in a case that is to be proved".to_owned()))
        }
        Expectation::Proved { .. } if outcome.items.is_empty() => {
            Err(fail("there is no kernel and no function".to_owned()))
        }
        Expectation::Proved { trusted: false } if !trusted.is_empty() => {
            Err(fail(format!("the proof rests on: {}", trusted.join(", "))))
        }
        Expectation::Proved { trusted: true } if trusted.is_empty() => {
            Err(fail("the first lines say `// trusted`, but nothing is".to_owned()))
        }
        Expectation::Proved { .. } | Expectation::Drawn => Ok(expected),
    }
}

fn default_run(case: &Case) -> Result<(), Failed> {
    let outcome = run(&case.name, &case.source, &options_of(&case.source, Configuration::Default));
    let expected = judge(case, &outcome)?;
    advice(&case.name, &outcome, &options_of(&case.source, Configuration::Default))?;
    let mut rejected = Vec::new();
    seen(|seen| {
        match case.expectation {
            // Right, and known not to be proved.
            Expectation::Proved { .. } if !expected.is_empty() => {}
            Expectation::Proved { .. } => seen.proved_files += 1,
            Expectation::Drawn => seen.rejected_files += 1,
        }
        seen.missing += expected.iter().filter(|e| e.kind == Kind::Missing).count();
        seen.spurious += expected.iter().filter(|e| e.kind == Kind::Spurious).count();
        let raised = expected.iter().filter(|e| matches!(e.kind, Kind::Error | Kind::Unknown));
        if case.name.starts_with("tests/reject/") {
            seen.raised.extend(raised.map(|e| e.code.clone()));
        }
        for (item, obligation) in outcome.items.iter().flat_map(|i| i.obligations.iter().map(move |o| (i, o))) {
            if let Some(fault) = obligation.checked.fault() {
                rejected.push(format!("{}: {}: the checker rejects a proof: {fault}", case.name, obligation.name));
            }
            seen.obligations += 1;
            seen.quantifier_free += usize::from(obligation.quantifier_free);
            seen.without_solver += usize::from(matches!(
                obligation.by,
                DischargedBy::Trivial
                    | DischargedBy::Normaliser { .. }
                    | DischargedBy::Implied(_)
                    | DischargedBy::Evaluation(_)
            ));
            seen.time += obligation.time;
            seen.solver_time += obligation.solver_time;
            seen.possible.insert(obligation.code.to_string());
            let refuted = !matches!(obligation.replay, Replay::None | Replay::NotRun);
            if refuted
                && usually_refuted_by(obligation.code, item.id) == RefutedBy::Run
                && case.name.starts_with("tests/reject/")
            {
                seen.executable += 1;
                if let Replay::Confirmed(_) = obligation.replay {
                    seen.confirmed += 1;
                } else {
                    seen.unconfirmed.push(format!("{}: {}", case.name, obligation.name));
                }
            }
        }
    });
    if rejected.is_empty() {
        Ok(())
    } else {
        Err(rejected.join("\n").into())
    }
}

/// Advice that proposes a change works when it is followed word by word.
fn advice(name: &str, outcome: &FileOutcome, options: &Options) -> Result<(), Failed> {
    let mut complaints = Vec::new();
    for Followed { at: [line, column, length], code, help, fails } in follow(outcome, options) {
        seen(|seen| seen.followed += 1);
        if let Some(why) = fails {
            complaints.push(format!("{name}: {code} at {line}:{column}:{length}: the advice\n  {help}\nfails: {why}"));
        }
    }
    if complaints.is_empty() {
        Ok(())
    } else {
        Err(complaints.join("\n").into())
    }
}

/// The advice for the typical mistakes of `tests/prose`.
fn prose_advice(case: &Case) -> Result<(), Failed> {
    let options = options_of(&case.source, Configuration::Default);
    let outcome = run(&case.name, &case.source, &options);
    advice(&case.name, &outcome, &options)
}

/// The normaliser changes how much the solver has to do, not what is true.
fn without_normaliser(case: &Case) -> Result<(), Failed> {
    let outcome = run(&case.name, &case.source, &options_of(&case.source, Configuration::WithoutNormaliser));
    // Where only the normaliser has the idea, the solver may not know; it may not disagree either.
    if case.source.lines().any(|line| line.starts_with("// without normaliser: unknown")) {
        return match outcome.verdict() {
            Some(Verdict::Unknown) => Ok(()),
            other => Err(format!("{}: without the normaliser {other:?}; drop the annotation", case.name).into()),
        };
    }
    judge(case, &outcome).map(|_| ())
}

/// Threads change when, not what: all but the times is the same.
fn one_thread(case: &Case) -> Result<(), Failed> {
    let of = |configuration| timeless(run(&case.name, &case.source, &options_of(&case.source, configuration)));
    let (one, many) = (of(Configuration::OneThread), of(Configuration::Default));
    if format!("{one:?}") == format!("{many:?}") {
        return Ok(());
    }
    Err(format!("{}: one thread gives another outcome\n{one:#?}\n{many:#?}", case.name).into())
}

/// Printing and parsing again changes nothing but places.
fn printed(case: &Case) -> Result<(), Failed> {
    let parsed = syntax::parse_program(&case.source);
    if parsed.program.is_none() {
        return Ok(()); // What is not well-formed need not be printable.
    }
    let once = syntax::pvl::print::print(&parsed.ast);
    let again = syntax::parse_program(&once);
    if !again.diagnostics.is_empty() {
        return Err(format!("{}: printed, it has errors: {:#?}\n{once}", case.name, again.diagnostics).into());
    }
    let twice = syntax::pvl::print::print(&again.ast);
    if once != twice {
        return Err(format!("{}: printed twice, it differs\n{once}\n---\n{twice}", case.name).into());
    }
    if parsed.ast != again.ast {
        return Err(format!("{}: printed, it is another tree\n{once}", case.name).into());
    }
    Ok(())
}

/// In other words, the same verdicts and codes; the places are others.
fn in_other_words(case: &Case, variant: variants::Variant) -> Result<(), Failed> {
    let parsed = syntax::parse_program(&case.source);
    if parsed.program.is_none() {
        return Ok(()); // What has no type need not be the same program in other words.
    }
    let source = variant(parsed.ast);
    let outcome = run(&case.name, &source, &options_of(&case.source, Configuration::Default));
    let expected = expected(&case.source)?.into_iter().filter(|finding| finding.kind != Kind::Missing);
    let kind = |kind| if kind == Kind::Spurious { Kind::Unknown } else { kind };
    let said = |findings: &mut dyn Iterator<Item = Finding>| {
        let mut said: Vec<_> = findings.map(|finding| (kind(finding.kind), finding.code)).collect();
        said.sort();
        said
    };
    let (expected, found) = (said(&mut expected.into_iter()), said(&mut reported(&outcome).into_iter()));
    let proved = outcome.verdict() == Some(Verdict::Proved);
    if expected != found || proved != expected.is_empty() {
        let style = Style { detail: Detail::Quiet, ..Style::default() };
        let prose = prose::render(&outcome, &style);
        return Err(format!("{}: expected {expected:?}, found {found:?}\n{source}\n{prose}", case.name).into());
    }
    Ok(())
}

/// An error's page raises that error, and then shows how to repair it.
fn page(path: &std::path::Path) -> Result<(), Failed> {
    let (page, text) = (name(path), text(path));
    let code = code_of_page(path).unwrap_or_default();
    let code = code.as_str();
    if page != error_page(code) {
        return Err(format!("{page}: the title `{code}` and the name of the page differ").into());
    }
    if is_about_files(code) || is_about_c(code) || code == "parse.too-long" {
        return Ok(()); // Nobody wants to read a kernel that is too long; tests/reject has one.
    }
    let blocks = blocks_of(&page, &text);
    let raises = |source: &str| expected(source).is_ok_and(|all| all.iter().any(|f| f.code == code));
    if !blocks.iter().any(|block| block.info == "pvl reject" && raises(&block.source)) {
        return Err(format!("{page}: no `pvl reject` block raises {code}").into());
    }
    if !blocks.iter().any(|block| block.info == "pvl") {
        return Err(format!("{page}: no `pvl` block shows a repair").into());
    }
    if !text.contains(&output_of(code)) {
        return Err(format!("{page}: it does not show what Sepal prints; add\n\n{}", output_of(code)).into());
    }
    Ok(())
}

/// Raised by tests/cli.rs: no case can be a missing file.
fn is_about_files(code: &str) -> bool {
    code.starts_with("input.") || code == "parse.too-large"
}

/// Raised by tests/clang.rs, which is about files that clang reads.
fn is_about_c(code: &str) -> bool {
    code.starts_with("c.")
}

/// There are enough cases, and at least as many that must be rejected.
fn counts() -> Result<(), Failed> {
    let (verify, reject) = (files("tests/verify", "pvl").len(), files("tests/reject", "pvl").len());
    if verify < 60 || reject < 90 || reject < verify {
        return Err(format!("{verify} verify and {reject} reject cases; at least 60 and 90 are needed").into());
    }
    Ok(())
}

/// Each variant is another text for many cases; else it would test nothing.
fn variants_vary(cases: &[Case]) -> Result<(), Failed> {
    for (name, variant) in variants::ALL {
        let differs = |case: &&Case| {
            let ast = syntax::parse_program(&case.source).ast;
            variant(ast.clone()) != syntax::pvl::print::print(&ast)
        };
        let many = cases.iter().filter(differs).count();
        if many < 30 {
            return Err(format!("only {many} cases are another text when {name}").into());
        }
        println!("{name}: {many} of {} cases are another text", cases.len());
    }
    Ok(())
}

/// A way to run a case.
type Check = fn(&Case) -> Result<(), Failed>;

fn trials(cases: &[Case]) -> Vec<Trial> {
    let mut trials = vec![Trial::test("corpus is large enough", counts)];
    let all = cases.to_vec();
    trials.push(Trial::test("variants vary", move || variants_vary(&all)));
    // Each way, and how many cases there are for one that is tried in this way.
    let configurations: [(&str, Check, u64); 4] = [
        ("", default_run, 1),
        ("without normaliser: ", without_normaliser, 8),
        ("one thread: ", one_thread, 12),
        ("print, parse: ", printed, 4),
    ];
    for (prefix, check, of) in configurations {
        for case in cases.iter().filter(|case| is_sampled(prefix, &case.name, of)).cloned() {
            trials.push(Trial::test(format!("{prefix}{}", case.name), move || check(&case)));
        }
    }
    for (name, variant) in variants::ALL {
        for case in cases.iter().filter(|case| is_sampled(name, &case.name, 24)).cloned() {
            trials.push(Trial::test(format!("{name}: {}", case.name), move || in_other_words(&case, variant)));
        }
    }
    for path in files("tests/prose", "pvl") {
        let source = text(&path);
        let case = Case { name: name(&path), expectation: Expectation::Drawn, source };
        trials.push(Trial::test(format!("advice: {}", case.name), move || prose_advice(&case)));
    }
    for path in files("book/src/errors", "md") {
        if path.file_name().is_some_and(|file| file != "index.md") {
            trials.push(Trial::test(format!("page: {}", name(&path)), move || page(&path)));
        }
    }
    trials
}

/// Every code that can be raised has a page, and every code that has a page is raised by a case of tests/reject.
fn unexplained(seen: &Seen) -> Vec<String> {
    let mut complaints = Vec::new();
    let pages: BTreeSet<String> = files("book/src/errors", "md").iter().filter_map(|path| code_of_page(path)).collect();
    for code in seen.possible.union(&seen.raised).filter(|code| !pages.contains(*code)) {
        complaints.push(format!("{code} has no page: write {}", error_page(code)));
    }
    let elsewhere = |code: &str| is_about_files(code) || is_about_c(code);
    for code in seen.possible.union(&pages).filter(|code| !elsewhere(code) && !seen.raised.contains(*code)) {
        complaints.push(format!("{code} is raised by no case of tests/reject"));
    }
    complaints
}

/// The title of a page of an error.
fn code_of_page(path: &std::path::Path) -> Option<String> {
    let text = text(path);
    Some(text.lines().next()?.strip_prefix("# `")?.strip_suffix('`')?.to_owned())
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    rayon::ThreadPoolBuilder::new().stack_size(256 << 20).build_global().expect("the thread pool");
    let conclusion = libtest_mimic::run(&arguments, trials(&cases()));
    let guard = SEEN.lock().expect("no test panics while it counts");
    let Some(seen) = guard.as_ref() else { return conclusion.exit_code() };
    let share = |part: usize| 100.0 * part as f64 / seen.obligations.max(1) as f64;
    println!(
        "corpus: {} proved, {} rejected, {} missing, {} spurious; {} obligations, {:.1} % quantifier-free, \
         {:.1} % without the solver; {:.0} % of the time in the solver",
        seen.proved_files,
        seen.rejected_files,
        seen.missing,
        seen.spurious,
        seen.obligations,
        share(seen.quantifier_free),
        share(seen.without_solver),
        100.0 * seen.solver_time.as_secs_f64() / seen.time.as_secs_f64().max(1e-9)
    );
    println!("corpus: {} of {} refutations that a run can show are confirmed by one", seen.confirmed, seen.executable);
    println!("corpus: {} proposed changes were made, and all of them helped", seen.followed);
    let whole = arguments.filter.is_none() && arguments.skip.is_empty() && !arguments.list;
    let mut complaints = if whole { unexplained(seen) } else { Vec::new() };
    if whole && share(seen.quantifier_free) < 70.0 {
        complaints.push("fewer than 70 % of the obligations are quantifier-free".to_owned());
    }
    if whole && seen.confirmed * 100 < seen.executable * 95 {
        complaints.push("fewer than 95 % of the refutations are confirmed; no run confirms".to_owned());
        complaints.extend(seen.unconfirmed.iter().cloned());
    }
    complaints.iter().for_each(|complaint| println!("corpus: {complaint}"));
    if conclusion.has_failed() || !complaints.is_empty() {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
