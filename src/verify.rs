//! `sepal verify`: verifies files and reports the outcomes.
//!
//! In: the options of the command line. Out: text or JSON, and the exit status.

use std::path::Path;
use std::time::Instant;

use ir::diagnostic::Diagnostic;
use ir::{Span, Width};
use logic::floats::{Assumption, Assumptions};
use logic::proof::text::About;
use syntax::Reading;
use vcgen::options::{Explained, Options};
use vcgen::outcome::{FileOutcome, Outcome, Verdict};
use vcgen::report::{audit, json, sarif, stability as report, text, Detail, Style};
use vcgen::stability::Stability;

use crate::args::SecondSolver;
use crate::cache::Folder;
use crate::clang::Preprocessor;
use crate::cross_check::{self, Cvc5};
use crate::per_obligation::{PROOFS, QUERIES};
use crate::{args, clang, files, front, languages, output, pages, per_obligation, seeds, session, witness};

/// Exit status: everything is proved.
pub const PROVED: u8 = 0;
/// Exit status: something is refuted.
pub const REFUTED: u8 = 1;
/// Exit status: an input or the command line is wrong.
pub const BAD_INPUT: u8 = 2;
/// Exit status: nothing is refuted, and something is unknown.
pub const UNKNOWN: u8 = 3;

/// The last line of the output if a kernel is proved that could overflow with machine integers, and `--int` is not
/// given.
const UNLIMITED: &str =
    "`int` has no limits in these proofs; `--int=i32` asks whether they hold for machine integers, too\n";

/// Verifies the files, reports the outcomes, and returns the exit status.
pub fn run(args: &args::Verify) -> u8 {
    let start = Instant::now();
    let second = match args.cross_check.map(|SecondSolver::Cvc5| Cvc5::find()) {
        Some(None) => return refuse(args, cross_check::NOT_FOUND, Some(cross_check::INSTALL)),
        Some(found) => found,
        None => None,
    };
    if let Some(error) = args.proof.as_ref().and_then(|folder| per_obligation::old(folder).err()) {
        return refuse(args, &error, Some("name a folder of its own, which `--proof` may empty of its proofs"));
    }
    let inputs = files::collect(&args.paths);
    let watched = !args.quiet && !args.json;
    let options = options(args);
    let cache = match cache(args, &options) {
        Ok(cache) => cache,
        Err(error) => return refuse(args, &error, Some("`--no-cache` verifies without a cache")),
    };
    let asked = Preprocessor { unchecked: Some(args.unchecked), ..args.before.clone() };
    let before = match front::prepared(&asked, &args.paths, args.cache.as_deref(), args.no_cache) {
        Ok(before) => before,
        Err(error) => return refuse(args, &error.sentence, Some(&error.help)),
    };
    let verified = session::run(inputs.clone(), &before, &options, cache.as_ref(), watched).and_then(|outcomes| {
        let again = |seeds| seeds::verify_again((&inputs, &before), &outcomes, &options, seeds, watched);
        let stability = args.seeds.map(again).transpose()?;
        Ok((outcomes, stability))
    });
    let (mut outcomes, stability) = match verified {
        Ok(verified) => verified,
        Err(error) => {
            output::say(&format!("sepal: {error}\n"));
            return UNKNOWN;
        }
    };
    if let Some(name) = args.explain.as_deref().filter(|name| !name.is_empty()) {
        let obligations = || outcomes.iter().flat_map(|f| &f.items).flat_map(|item| &item.obligations);
        if obligations().next().is_some() && obligations().all(|o| o.explanation.is_none()) {
            let sentence = match Explained::of(name) {
                Explained::Line { line, .. } => format!("no obligation is about line {line} (`--explain={name}`)"),
                Explained::All | Explained::Named(_) => format!("no obligation has a name that contains `{name}`"),
            };
            let help = "`-v` lists the names and lines; a file to verify stands behind a space: `--explain FILE`";
            return refuse(args, &sentence, Some(help));
        }
    }
    if let Some(solver) = &second {
        cross_check::check(&mut outcomes, solver, args.jobs.map_or(0, usize::from));
    }
    let lacking = if args.strict { audit::avoidable(&outcomes) } else { String::new() };
    let status = match status(&outcomes) {
        PROVED | UNKNOWN if !lacking.is_empty() => REFUTED,
        PROVED if stability.as_ref().is_some_and(|stability| !stability.flips().is_empty()) => UNKNOWN,
        status => status,
    };
    let query = |outcome: &Outcome, _: About| outcome.smt2.as_ref().map(|query| query.text.clone());
    let proof = |outcome: &Outcome, about: About| outcome.proof.as_ref().map(|kept| kept.text(&about));
    let emitted = [
        args.emit_smt2.as_ref().map(|folder| per_obligation::write(folder, &QUERIES, &outcomes, query)),
        args.proof.as_ref().map(|folder| per_obligation::write(folder, &PROOFS, &outcomes, proof)),
    ];
    let emitted: Result<Vec<String>, String> = emitted.into_iter().flatten().collect();
    let emitted = match emitted {
        Ok(sentences) => sentences.concat(),
        Err(error) => return refuse(args, &error, None),
    };
    if let Some(path) = &args.sarif {
        let document = json::document(&outcomes, status, env!("CARGO_PKG_VERSION"));
        let log = serde_json::to_string_pretty(&sarif::log(&document, &pages::about));
        let written = log.map_err(|error| error.to_string()).and_then(|text| {
            std::fs::write(path, format!("{text}\n")).map_err(|error| format!("`{}`: {error}", path.display()))
        });
        if let Err(error) = written {
            return refuse(args, &format!("the findings cannot be written: {error}"), None);
        }
    }
    let witnesses = match args.witness.as_ref().map(|path| write_witnesses(path, &outcomes)).transpose() {
        Ok(sentence) => sentence.unwrap_or_default(),
        Err(error) => return refuse(args, &format!("the witnesses cannot be written: {error}"), None),
    };
    if args.json {
        let solver = second.as_ref().map(Cvc5::name);
        let document = written(&outcomes, status, solver.as_deref(), Some((args, stability.as_ref())));
        return if output::print(&document) { status } else { BAD_INPUT };
    }
    let style = style(args);
    if !args.quiet {
        output::say(&args.of_others.sentences());
        output::say(&unheeded(args, &outcomes));
    }
    outcomes.iter().for_each(|outcome| output::say(&text::render(outcome, &style)));
    if !args.quiet && (args.check_proofs || args.proof.is_some()) {
        output::say(&text::checked_summary(&outcomes));
    }
    if !args.quiet {
        output::say(&emitted);
        output::say(&witnesses);
        output::say(&format!("{}\n", text::summary(&outcomes, start.elapsed())));
        if let Some(code) = text::first_code(&outcomes) {
            output::say(&format!("`sepal explain {code}` says more about this error, and so for each error id\n"));
        }
        if args.int.is_none() && outcomes.iter().flat_map(|outcome| &outcome.items).any(|item| item.unlimited) {
            output::say(UNLIMITED);
        }
    }
    if let Some(stability) = &stability {
        output::say(&report::text(stability, &outcomes));
    }
    output::say(&lacking);
    if let Some(solver) = &second {
        output::say(&text::second_summary(&outcomes, &solver.name()));
    }
    status
}

/// The JSON document about outcomes of files that were read with this type of integers and these assumptions.
pub fn document(outcomes: &[FileOutcome], status: u8, int: Option<Width>, assume: &[Assumption]) -> String {
    let mut document = json::document(outcomes, status, env!("CARGO_PKG_VERSION"));
    let granted: Assumptions = assume.iter().copied().collect();
    document.int = int.map(Width::name);
    document.assume = granted.iter().map(Assumption::name).collect();
    as_text(&document)
}

/// The JSON document about these outcomes.
fn written(
    outcomes: &[FileOutcome],
    status: u8,
    solver: Option<&str>,
    asked: Option<(&args::Verify, Option<&Stability>)>,
) -> String {
    let mut document = json::document(outcomes, status, env!("CARGO_PKG_VERSION"));
    document.second_solver = solver;
    if let Some((args, stability)) = asked {
        document.stability = stability.map(|stability| report::data(stability, outcomes));
        let granted: Assumptions = args.assume.iter().copied().collect();
        document.int = args.int.map(Width::name);
        document.assume = granted.iter().map(Assumption::name).collect();
    }
    as_text(&document)
}

fn as_text(document: &json::Document<'_>) -> String {
    serde_json::to_string_pretty(document).map_or_else(
        |error| {
            output::say(&format!("sepal: {error}\n"));
            String::new()
        },
        |text| format!("{text}\n"),
    )
}

/// Reports a command line that asks for something impossible, as text or as JSON, and returns the exit status.
fn refuse(args: &args::Verify, sentence: &str, help: Option<&str>) -> u8 {
    if args.json {
        // The status is the same whether or not the document can be written.
        let _ = output::print(&refusal(sentence, help));
    } else {
        let help = help.map(|help| format!("help: {help}\n")).unwrap_or_default();
        output::say(&format!("sepal: {sentence}\n{help}"));
    }
    BAD_INPUT
}

/// The JSON document for a command line that cannot be read.
pub fn refuse_usage(sentence: &str) -> String {
    refusal(sentence, Some("`sepal verify --help` says what the options are and what they take"))
}

fn refusal(sentence: &str, help: Option<&str>) -> String {
    let wrong = Diagnostic::new("input.usage", Span::default(), sentence.to_owned());
    let wrong = Diagnostic { help: help.map(str::to_owned), ..wrong };
    let outcome = FileOutcome { path: "command line".to_owned(), diagnostics: vec![wrong], ..FileOutcome::default() };
    written(&[outcome], BAD_INPUT, None, None)
}

fn options(args: &args::Verify) -> Options {
    let defaults = Options::default();
    let keep_proofs = args.proof.is_some() || args.explain.is_some();
    Options {
        reading: Reading { int: args.int },
        timeout: args.timeout.unwrap_or(defaults.timeout),
        rlimit: args.rlimit.unwrap_or(defaults.rlimit),
        threads: args.jobs.map_or(0, usize::from),
        filter: args.filter.clone(),
        emit_smt2: args.emit_smt2.is_some() || args.cross_check.is_some(),
        explain: args.explain.as_deref().map(Explained::of),
        total: args.total,
        expand: args.expand,
        hints: args.hints && !args.findbugs,
        only_runs: args.findbugs,
        infer: !args.no_infer,
        infer_info: args.infer_info,
        granted: args.assume.iter().copied().collect(),
        check_proofs: args.check_proofs || keep_proofs || defaults.check_proofs,
        keep_proofs,
        ..defaults
    }
}

/// The proofs of earlier runs. They are not used if the proofs are printed, written or compared: they have no steps. It
/// is an error if the folder that the command line names cannot be used. Any other is just not used then.
fn cache(args: &args::Verify, options: &Options) -> Result<Option<Folder>, String> {
    let shown = options.keep_proofs || options.emit_smt2 || options.explain.is_some() || args.seeds.is_some();
    let Some(folder) = Folder::find(args.cache.as_deref(), args.no_cache || shown) else { return Ok(None) };
    match folder.prepare() {
        Ok(()) => Ok(Some(folder)),
        Err(error) if args.cache.is_some() => Err(error),
        Err(_) => Ok(None),
    }
}

fn style(args: &args::Verify) -> Style {
    let detail = if args.quiet {
        Detail::Quiet
    } else if args.verbose || args.explain.as_deref() == Some("") {
        Detail::Verbose
    } else {
        Detail::Normal
    };
    Style { color: output::colored(), detail, width: output::width() }
}

/// Writes the runs that confirm findings, and returns a line that says how to repeat them.
fn write_witnesses(path: &Path, outcomes: &[FileOutcome]) -> Result<String, String> {
    let (document, count) = witness::document(outcomes)?;
    let shown = path.display();
    std::fs::write(path, document).map_err(|error| format!("`{shown}`: {error}"))?;
    let first = outcomes.iter().find(|file| file.verdict() == Some(Verdict::Refuted)).map_or("FILE", |file| &file.path);
    Ok(match count {
        0 => format!("{shown} has no run: no finding about a kernel was confirmed by one\n"),
        1 => {
            format!("{shown} has the run that confirms the finding; `sepal run {first} --witness {shown}` repeats it\n")
        }
        many => format!(
            "{shown} has {many} runs that confirm findings; `sepal run {first} --witness {shown}` repeats the first \
             one, and `--witness-run N` the others\n"
        ),
    })
}

/// The exit status.
pub fn status(outcomes: &[FileOutcome]) -> u8 {
    let of = |outcome: &FileOutcome| match outcome.verdict() {
        None => BAD_INPUT,
        Some(Verdict::Refuted) => REFUTED,
        Some(Verdict::Unknown) => UNKNOWN,
        Some(Verdict::Proved) => PROVED,
    };
    let mut statuses: Vec<u8> = outcomes.iter().map(of).collect();
    if cross_check::disagrees(outcomes) {
        statuses.push(REFUTED);
    }
    worst(&statuses)
}

/// The status of a command with parts that have these statuses: an input error outranks a refutation, and a refutation
/// outranks an unknown.
pub fn worst(statuses: &[u8]) -> u8 {
    [BAD_INPUT, REFUTED, UNKNOWN].into_iter().find(|status| statuses.contains(status)).unwrap_or(PROVED)
}

/// Sentences about options for launches that nothing takes: of the command line, and in the files.
fn unheeded(args: &args::Verify, outcomes: &[FileOutcome]) -> String {
    let of_clang: Vec<&FileOutcome> =
        outcomes.iter().filter(|o| languages::by_clang(Path::new(&o.path)).is_some()).collect();
    if of_clang.is_empty() && !args.before.launches.is_empty() {
        return "the options about launches are for files of OpenCL and CUDA, and change nothing here: in PVL, a \
                `kernel requires` says which launches are meant\n\n"
            .to_owned();
    }
    let heeds = args.before.launches.header_flags;
    let with = of_clang.iter().filter(|outcome| !heeds && clang::has_options(&outcome.source));
    with.map(|outcome| {
        format!("{}: the first line has options about launches, which `--header-flags` reads\n\n", outcome.path)
    })
    .collect()
}
