//! One call of `sepal verify`: verifies the files on several threads.
//!
//! In: files and options. Out: one outcome for each file, in the order of the files, whatever the threads do. A file
//! in which the filter selects nothing has none.

use ir::diagnostic::Diagnostic;
use ir::Span;
use rayon::prelude::*;
use std::path::Path;

use vcgen::cache::Cache;
use vcgen::check::check_parsed;
use vcgen::options::Options;
use vcgen::outcome::FileOutcome;
use vcgen::solver::Z3;
use vcgen::tools::Tools;

use crate::cache::{Folder, Pack};
use crate::clang::Preprocessor;
use crate::files::Input;
use crate::front;
use crate::progress::{self, Progress};

/// Stack size of a worker, in bytes; unused stack costs no memory.
const STACK: usize = 256 << 20;

/// Verifies every input, with what is defined `before` each file, on `options.threads` threads (0 means one for each
/// core). `watched` says whether a person may be told how far the verification is. What `cache` knows is not proved
/// again.
pub fn run(
    inputs: Vec<Input>,
    before: &Preprocessor,
    options: &Options,
    cache: Option<&Folder>,
    watched: bool,
) -> Result<Vec<FileOutcome>, String> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .stack_size(STACK)
        .thread_name(|i| format!("sepal-{i}"))
        .build()
        .map_err(|error| format!("cannot start the threads: {error}"))?;
    let progress = Progress::new(inputs.len());
    let tools = Tools { observer: &progress, ..Tools::new(&Z3) };
    let verify = |input| {
        let outcome = one(input, before, options, cache, &tools);
        progress.file_ended();
        outcome
    };
    let all = || pool.install(|| inputs.into_par_iter().map(verify).collect());
    Ok(selected(progress::shown(&progress, watched, all), options.filter.as_deref()))
}

fn one(
    input: Input,
    before: &Preprocessor,
    options: &Options,
    cache: Option<&Folder>,
    tools: &Tools<'_>,
) -> FileOutcome {
    match input.text {
        Ok(text) => {
            let pack = cache.map(|folder| folder.pack(&input.path));
            let cache = pack.as_ref().map(|pack| pack as &dyn Cache);
            let tools = Tools { cache, ..tools.clone() };
            let path = Path::new(&input.path);
            let parsed = front::parse(path, &text, options.reading, before);
            let changed = |text: &str| front::parse_changed(path, text, options.reading, before);
            let outcome = check_parsed((&input.path, &text), parsed, &changed, options, &tools);
            pack.into_iter().for_each(Pack::save);
            outcome
        }
        Err(diagnostic) => FileOutcome { path: input.path, diagnostics: vec![diagnostic], ..FileOutcome::default() },
    }
}

/// Leaves out the files in which the filter selects nothing. It is an error if the filter selects nothing in any file.
fn selected(mut outcomes: Vec<FileOutcome>, filter: Option<&str>) -> Vec<FileOutcome> {
    let Some(name) = filter else { return outcomes };
    outcomes.retain(|outcome| !outcome.items.is_empty() || !outcome.diagnostics.is_empty());
    if outcomes.is_empty() {
        let message = format!("no kernel, procedure or function has a name that contains `{name}`");
        let nothing = Diagnostic::new("input.no-match", Span::default(), message)
            .help("`--filter` takes a part of a name, in the same case");
        outcomes.push(FileOutcome {
            path: "--filter".to_owned(),
            diagnostics: vec![nothing],
            ..FileOutcome::default()
        });
    }
    outcomes
}
