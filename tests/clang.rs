//! The corpus of files that clang reads: every kernel of tests/clang/ and every OpenCL and CUDA block of the book.
//!
//! The format is that of tests/README.md, with the ends `.cl` and `.cu`. In the book, a block is `opencl` or `cuda`,
//! and
//! `reject` behind it says that findings are drawn. Files are read with the declarations of their language precompiled.
//! About one in eight of them is also read with the declarations as a text, and must be the same program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::disallowed_types)]
#![allow(clippy::disallowed_methods)]

mod support;
#[path = "../src/clang.rs"]
#[allow(dead_code, unused_imports)] // This test has no tests of the file's own.
mod with_clang;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};

use support::book::all_blocks_of;
use support::expectation::{difference, expected, reported, Kind};
use support::run::{options_of, Configuration};
use support::sample::is_sampled;
use support::{files, name, root, text};
use syntax::c::{Given, Language};
use syntax::Parsed;
use vcgen::check::check_parsed;
use vcgen::outcome::{FileOutcome, ItemOutcome, Verdict};
use vcgen::pipeline::verify_with;
use vcgen::report::{text as prose, Detail, Style};
use vcgen::solver::Z3;
use vcgen::tools::Tools;
use with_clang::{LeaveOut, Preprocessor};

/// A file, and whether it must be proved.
#[derive(Clone)]
struct Case {
    name: String,
    path: PathBuf,
    language: Language,
    proved: bool,
}

fn cases() -> Vec<Case> {
    let mut out = Vec::new();
    for (folder, proved) in [("tests/clang/verify", true), ("tests/clang/reject", false), ("examples", true)] {
        for (end, language) in [("cl", Language::OpenCl), ("cu", Language::Cuda)] {
            let case = |path: PathBuf| Case { name: name(&path), path, language, proved };
            out.extend(files(folder, end).into_iter().map(case));
        }
    }
    let folder = support::folder("clang-book");
    for page in files("book/src", "md") {
        for (n, block) in all_blocks_of(&name(&page), &text(&page)).into_iter().enumerate() {
            let mut words = block.info.split_whitespace();
            let (end, language) = match words.next() {
                Some("opencl") => ("cl", Language::OpenCl),
                Some("cuda") => ("cu", Language::Cuda),
                _ => continue,
            };
            let stem = page.file_stem().unwrap().to_string_lossy();
            let path = folder.join(format!("{stem}-{n}.{end}"));
            std::fs::write(&path, &block.source).expect("a file for the block");
            out.push(Case { name: block.name, path, language, proved: words.next() != Some("reject") });
        }
    }
    out
}

/// Works on a thread with a stack like the command's.
fn on_a_large_stack<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
        worker.join().unwrap_or_else(|_| panic!("{name}: panicked"))
    })
}

/// Options of a case's own. With a folder, declarations are precompiled.
fn preprocessor(case: &Case, source: &str, cache: Option<PathBuf>) -> Preprocessor {
    let mut before = Preprocessor { cache, unchecked: Some(LeaveOut::default()), ..Preprocessor::default() };
    before.launches.header_flags = true;
    before.with_header(&case.path, source, case.language).expect("options")
}

/// Reads a text of a case: its own one, or one that a proposed change made of it.
fn read(case: &Case, source: &str, text: &str, before: &Preprocessor) -> Parsed {
    let read = if text == source { with_clang::read } else { with_clang::read_changed };
    let again = |text: &str| with_clang::read_changed(&case.path, text, case.language, before).map_err(Box::new);
    let printed = read(&case.path, text, case.language, before).unwrap_or_else(|error| panic!("{}", error.message));
    let parsed = syntax::c::parse_with_host((text, &printed), case.language, &before.given(), again);
    parsed.unwrap_or_else(|error| panic!("{}", error.message))
}

/// Reads and verifies a file.
fn outcome(case: &Case, source: &str) -> FileOutcome {
    let options = options_of(source, Configuration::Default);
    on_a_large_stack(&case.name, || {
        let before = preprocessor(case, source, Some(precompiled()));
        let read = |text: &str| read(case, source, text, &before);
        check_parsed((&case.name, source), read(source), &read, &options, &Tools::new(&Z3))
    })
}

fn judge(case: &Case) -> Result<(), Failed> {
    let source = text(&case.path);
    if is_sampled("read alike", &case.name, 8) {
        is_read_alike(case, &source)?;
    }
    judge_read(case, &source)
}

/// The folder of precompiled declarations.
fn precompiled() -> PathBuf {
    static CACHE: OnceLock<PathBuf> = OnceLock::new();
    CACHE.get_or_init(|| support::folder("clang-precompiled")).clone()
}

/// With declarations as a text and precompiled, a file is the same program, and has the same errors.
fn is_read_alike(case: &Case, source: &str) -> Result<(), Failed> {
    let [with_text, precompiled] = [None, Some(precompiled())].map(|cache| {
        on_a_large_stack(&case.name, || {
            let parsed = read(case, source, source, &preprocessor(case, source, cache));
            format!("{:#?}\n{:#?}\n{:#?}", parsed.program, parsed.diagnostics, parsed.text)
        })
    });
    let differing = with_text.lines().zip(precompiled.lines()).find(|(a, b)| a != b);
    match differing {
        None if with_text.len() == precompiled.len() => Ok(()),
        first => Err(format!("{}: with precompiled declarations, it is read otherwise: {first:?}", case.name).into()),
    }
}

fn judge_read(case: &Case, source: &str) -> Result<(), Failed> {
    let outcome = outcome(case, source);
    let fail = |why: String| {
        let style = Style { detail: Detail::Quiet, ..Style::default() };
        Failed::from(format!("{}: {why}\n\n{}", case.name, prose::render(&outcome, &style)))
    };
    let expected = expected(&outcome.source).map_err(fail)?;
    let found = reported(&outcome);
    if let Some(difference) = difference(&expected, &found) {
        return Err(fail(format!("other findings than expected\n{difference}")));
    }
    let drawn = expected.iter().any(|finding| finding.kind != Kind::Spurious);
    match case.proved {
        true if drawn || outcome.verdict() != Some(Verdict::Proved) => Err(fail("it must be proved".to_owned())),
        false if !drawn => Err(fail("no finding is drawn under the code".to_owned())),
        true | false => Ok(()),
    }
}

/// The verdict about a file, with a folder for precompiled declarations or without one.
fn verdict(path: &Path, source: &str, before: &Preprocessor) -> Option<Verdict> {
    let clang = with_clang::read(path, source, Language::Cuda, before).map_err(|error| error.message).expect("clang");
    let parsed = syntax::c::parse(source, &clang, Language::Cuda, &Given::default());
    let options = options_of(source, Configuration::Default);
    let program = parsed.program.filter(|_| parsed.diagnostics.is_empty())?;
    let items = verify_with(&program, &options, &Tools::new(&Z3));
    Some(Verdict::of_all(items.iter().map(ItemOutcome::verdict)))
}

/// What the command line defines does not change the declarations of the language, except for `assert` with `NDEBUG`.
fn definitions_come_behind_the_language() -> Result<(), Failed> {
    let folder = support::folder("clang-definitions");
    let path = folder.join("kernel.cu");
    let source = "//@ context tid < x.length ** Perm(x[tid], write);\n__global__ void k(int *x) {\n\
                  int i = blockIdx.x * blockDim.x + threadIdx.x;\n assert(x[i] == T);\n x[i] = N;\n}\n";
    std::fs::write(&path, source)?;
    for cache in [None, Some(folder.clone())] {
        let with = |names: &[&str]| Preprocessor {
            define: names.iter().map(|name| (*name).to_owned()).collect(),
            cache: cache.clone(),
            ..Preprocessor::default()
        };
        assert_eq!(verdict(&path, source, &with(&["T=1", "N=2"])), Some(Verdict::Refuted));
        assert_eq!(verdict(&path, source, &with(&["T=1", "N=2", "NDEBUG"])), Some(Verdict::Proved));
    }
    Ok(())
}

/// Precompiled declarations that are not as they were written are made again.
fn damaged_files_of_the_cache_are_made_again() -> Result<(), Failed> {
    let folder = support::folder("clang-damaged");
    let (path, cache) = (folder.join("kernel.cu"), folder.join("cache"));
    std::fs::create_dir(&cache)?;
    let source = "//@ context tid < x.length ** Perm(x[tid], write);\n__global__ void k(int *x) {\n\
                  x[blockIdx.x * blockDim.x + threadIdx.x] = max(1, 2);\n}\n";
    std::fs::write(&path, source)?;
    let before = Preprocessor { cache: Some(cache.clone()), ..Preprocessor::default() };
    let files = || -> Result<Vec<PathBuf>, Failed> {
        let all: Result<Vec<PathBuf>, _> = std::fs::read_dir(&cache)?.map(|entry| Ok(entry?.path())).collect();
        all
    };
    assert_eq!(verdict(&path, source, &before), Some(Verdict::Proved));
    let (made, ends) = (files()?, [".pch", ".declared"]);
    assert_eq!(made.len(), 2, "{made:?}");
    for (end, damage) in ends.into_iter().flat_map(|end| [(end, false), (end, true)]) {
        let file = made.iter().find(|file| file.to_string_lossy().ends_with(end)).expect("a file");
        let content = std::fs::read(file)?;
        match damage {
            true => std::fs::write(file, String::from_utf8_lossy(&content).replacen("max", "min", 1))?,
            false => std::fs::remove_file(file)?,
        }
        assert_eq!(verdict(&path, source, &before), Some(Verdict::Proved));
        assert!(std::fs::read(file)? == content || end == ".declared", "{end} is made again");
    }
    Ok(())
}

/// Included files are those of the folder of the file, and not those of the folder in which Sepal runs.
fn included_files_are_beside_the_file() -> Result<(), Failed> {
    let folder = support::folder("clang-included");
    let sub = folder.join("sub");
    std::fs::create_dir(&sub)?;
    std::fs::write(folder.join("value.h"), "#define VALUE 2\n")?;
    std::fs::write(sub.join("value.h"), "#define VALUE 1\n")?;
    let source = "#include \"value.h\"\n//@ context tid < x.length ** Perm(x[tid], write);\n\
                  //@ ensures x[tid] == 1;\n__kernel void k(__global int *x) { x[get_global_id(0)] = VALUE; }\n";
    std::fs::write(sub.join("kernel.cl"), source)?;
    for no_cache in [true, false] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sepal"));
        command.current_dir(&folder).args(["verify", "sub/kernel.cl"]).args(no_cache.then_some("--no-cache"));
        let output = command.env("SEPAL_CACHE", &folder).output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Every code of the front end is raised, and has a page with a block that raises the code.
fn every_code_is_raised_and_explained() -> Result<(), Failed> {
    let codes = syntax::c::codes();
    if !codes.is_sorted_by(|a, b| a.0 < b.0) || !codes.iter().all(|(_, sentence)| sentence.ends_with('.')) {
        return Err("the list of codes is out of order, or has no sentences".into());
    }
    let drawn: String = files("tests/clang/reject", "cl").iter().map(|path| text(path)).collect();
    for (code, _) in codes {
        let page = text(&root().join(format!("book/src/errors/{code}.md")));
        if !page.contains(&format!("error {code}")) || !drawn.contains(&format!("error {code}")) {
            return Err(format!("{code}: no block of its page and no case in OpenCL raises it").into());
        }
    }
    Ok(())
}

/// `examples/` has a file of each language, and there are at least as many rejected as proved cases.
fn the_corpus_is_balanced(cases: &[Case]) -> Result<(), Failed> {
    let count = |proved: bool| cases.iter().filter(|case| case.proved == proved).count();
    println!("clang: {} files that must be proved, {} that must be rejected", count(true), count(false));
    let example = |end: &str| {
        cases
            .iter()
            .any(|c| c.name.starts_with("examples/") && Path::new(&c.name).extension().is_some_and(|e| e == end))
    };
    match example("cl") && example("cu") {
        true => Ok(()),
        false => Err("examples/ has no file of OpenCL or none of CUDA".into()),
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let cases = cases();
    let mut trials: Vec<Trial> =
        cases.iter().cloned().map(|case| Trial::test(case.name.clone(), move || judge(&case))).collect();
    trials.push(Trial::test("every_code_is_raised_and_explained", every_code_is_raised_and_explained));
    trials.push(Trial::test("definitions_come_behind_the_language", definitions_come_behind_the_language));
    trials.push(Trial::test("damaged_files_of_the_cache_are_made_again", damaged_files_of_the_cache_are_made_again));
    trials.push(Trial::test("included_files_are_beside_the_file", included_files_are_beside_the_file));
    trials.push(Trial::test("the_corpus_is_balanced", move || the_corpus_is_balanced(&cases)));
    libtest_mimic::run(&arguments, trials).exit_code()
}
