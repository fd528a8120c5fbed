//! Runs clang, which reads files of OpenCL and CUDA.
//!
//! In: a file, its language, and what is defined in front of it. Out: what clang prints about the file: its tree and
//! its messages. The code is only read, never compiled. The declarations of the language come from `stdlib-specs/`:
//! precompiled, if there is a folder for caches, and else as a text in front of the file. If clang reports errors with
//! the precompiled declarations, it reads the file again with the text, and this counts.

#[path = "clang/arguments.rs"]
mod arguments;
#[path = "clang/changed.rs"]
mod changed;
#[path = "clang/directives.rs"]
mod directives;
#[path = "clang/dump.rs"]
mod dump;
#[path = "clang/folders.rs"]
mod folders;
#[path = "clang/header.rs"]
mod header;
#[path = "clang/included.rs"]
mod included;
#[path = "clang/instances.rs"]
mod instances;
#[path = "clang/launches.rs"]
mod launches;
#[path = "clang/leave_out.rs"]
mod leave_out;
#[path = "clang/of_others.rs"]
mod of_others;
#[path = "clang/options.rs"]
mod options;
#[path = "clang/precompiled.rs"]
mod precompiled;
#[path = "clang/program.rs"]
mod program;
#[path = "clang/project.rs"]
mod project;
#[path = "clang/standard.rs"]
mod standard;

use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

use arguments::{arguments, declarations, of_language};
pub use changed::read_changed;
use directives::may_include;
use dump::{dump, dump_with_errors, Dumped};
use folders::Search;
pub use header::{has_options, sentence};
use included::{included_files, text_of};
pub use instances::{missing as missing_instance, with_instances, Instance};
use ir::diagnostic::Diagnostic;
use ir::Span;
pub use launches::{Launches, Overflow};
pub use leave_out::LeaveOut;
pub use of_others::OfOthers;
use precompiled::{Precompiled, Source};
pub use program::{find, version};
use project::Project;
use standard::Standard;
use syntax::c::{Clang, Given, Included, Language};

/// What the command line says about files that clang reads, and about functions that files do not define.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Preprocessor {
    /// The launches of the kernels.
    #[command(flatten)]
    pub launches: Launches,
    /// For files of OpenCL and CUDA: what overflow of signed integers is: an error, as in the languages, or a value
    /// that wraps around, as compilers define it with -fwrapv
    #[arg(long, value_name = "HOW", default_value = "check")]
    pub overflow: Overflow,
    /// What is not checked; without it, everything is, whatever the files say.
    #[arg(skip)]
    pub unchecked: Option<LeaveOut>,
    /// For files of OpenCL and CUDA: define a macro in front of each file
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// For files of OpenCL and CUDA: look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
    /// For files of OpenCL and CUDA: options for clang, such as -DN=4; those that may change what a file means and that
    /// Sepal does not follow are listed by `sepal audit`
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub clang_opt: Vec<String>,
    /// For files of OpenCL: the version of the language [default: CL1.2, and CL2.0 for a file that clang cannot read as
    /// CL1.2]
    #[arg(long, value_name = "VERSION")]
    pub cl_std: Option<Standard>,
    /// For files of CUDA: verify this instance of a template of kernels, too, although the file does not use it, for
    /// example 'fill<float,256>'
    #[arg(long, value_name = "TEMPLATE<...>")]
    pub instantiate: Vec<Instance>,
    /// For files of OpenCL and CUDA: take what is defined and where included files are from the commands in this file
    /// [default: `compile_commands.json` in each folder that is named]
    #[arg(long, value_name = "FILE")]
    pub compile_commands: Option<PathBuf>,
    /// Read the contracts of functions that files call and do not define, as `pure` functions in PVL, from the *.pvl
    /// files of this folder; they come before those of Sepal. A contract without body is trusted
    #[arg(long, value_name = "DIR")]
    pub specs: Vec<PathBuf>,
    /// These contracts.
    #[arg(skip)]
    pub spec_set: syntax::specs::SpecSet,
    /// The folder in which precompiled declarations are kept; without it, nothing is precompiled.
    #[arg(skip)]
    pub cache: Option<PathBuf>,
    /// The commands of the project.
    #[arg(skip)]
    pub project: Project,
    /// The command of the file that is read.
    #[arg(skip)]
    pub command: project::Command,
}

impl Preprocessor {
    /// The launches that the command line describes, and what overflow of signed integers is.
    pub fn given(&self) -> Given {
        let exact = self.unchecked.is_some_and(|unchecked| unchecked.math_int);
        let unchecked = self.unchecked.map(|unchecked| unchecked.given(self.overflow)).unwrap_or_default();
        let (wraps, specs) = (self.overflow == Overflow::Wrap && !exact, self.spec_set.clone());
        let options = self.command.not_followed.clone();
        Given { wraps, exact, unchecked, specs, options, ..self.launches.given() }
    }

    /// Reads the commands of the project: those of the file that the command line names, or those in these folders.
    pub fn with_project(mut self, paths: &[PathBuf]) -> Result<Self, String> {
        match &self.compile_commands {
            Some(file) => self.project.add(file)?,
            None => {
                let files = paths.iter().filter(|path| path.is_dir()).map(|folder| folder.join(project::NAME));
                for file in files.filter(|file| file.is_file()) {
                    self.project.add(&file)?;
                }
            }
        }
        Ok(self)
    }

    /// What is defined in front of the file that is read, with what its command in the project says.
    fn of(&self) -> project::Command {
        let mut command = self.command.clone();
        let own = self.include.iter().map(|folder| (Search::Any, folder.clone()));
        command.define.extend(self.define.iter().cloned());
        command.include = own.chain(command.include).collect();
        command
    }

    /// What is said about one file: here, and if the command line says so, in the first lines of the file. What is said
    /// here counts first.
    #[allow(clippy::result_large_err)] // Made once a file, and shown at once.
    pub fn with_header(&self, path: &Path, source: &str, language: Language) -> Result<Self, Diagnostic> {
        let mut out = Self { command: self.project.of(path), ..self.clone() };
        let mut options: Vec<(&Path, String)> =
            self.clang_opt.iter().map(|text| (Path::new(""), text.clone())).collect();
        if let Some(said) = self.launches.header_flags.then(|| header::flags(source)).transpose()?.flatten() {
            let folder = path.parent().unwrap_or(Path::new(""));
            out.define = said.define.into_iter().chain(out.define).collect();
            out.include.extend(said.include.iter().map(|include| folder.join(include)));
            options.extend(said.clang_opt.into_iter().map(|text| (folder, text)));
            out.launches = out.launches.or(said.launches);
            out.cl_std = out.cl_std.or(said.cl_std);
            if out.overflow == Overflow::Check {
                out.overflow = said.overflow;
            }
            out.unchecked = out.unchecked.map(|unchecked| unchecked.or(said.unchecked));
        }
        for (folder, text) in options {
            let said = project::of_text(&text, folder).map_err(|why| {
                let message = format!("the options `{text}` for clang cannot be read: {why}");
                Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read")
            })?;
            out.command.add(said);
        }
        // A macro that the file or a person defines counts, and not one of these.
        let named = |name: &str| out.define.iter().any(|known| known.split(['=', '(']).next() == Some(name));
        let of_sizes = out.launches.macros(language).into_iter();
        let of_sizes: Vec<String> = of_sizes
            .filter(|(name, _)| source.contains(name.as_str()) && !named(name))
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        out.define.extend(of_sizes);
        Ok(out)
    }
}

/// The largest tree that is read, in bytes.
const LARGEST_TREE: u64 = 512 << 20;

/// What clang prints about a file, whose text is `source`.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn read(path: &Path, source: &str, language: Language, before: &Preprocessor) -> Result<Clang, Diagnostic> {
    read_from(path, (path, source), language, before)
}

/// What clang prints about the text in a file, which is `source`, as the text of the file at `path`.
#[allow(clippy::result_large_err)]
fn read_from(
    text: &Path,
    (path, source): (&Path, &str),
    language: Language,
    before: &Preprocessor,
) -> Result<Clang, Diagnostic> {
    let said = before.cl_std.or(before.command.standard);
    let read = |standard| read_as(text, (path, source), (language, standard), before);
    let first = read(said.unwrap_or_default())?;
    if language == Language::Cuda || said.is_some() || first.messages.is_empty() {
        return Ok(first);
    }
    // What is wrong in OpenCL 1.2 may be right in OpenCL 2.0. The version counts in which clang reports fewer errors.
    let errors = |clang: &Clang| clang.messages.matches(": error: ").count();
    Ok(read(Standard::Two).ok().filter(|other| errors(other) < errors(&first)).unwrap_or(first))
}

/// What clang prints about the text in a file, read in this version of OpenCL.
#[allow(clippy::result_large_err)]
fn read_as(
    text: &Path,
    (path, source): (&Path, &str),
    (language, standard): (Language, Standard),
    before: &Preprocessor,
) -> Result<Clang, Diagnostic> {
    let (before, cache) = (&before.of(), before.cache.as_ref());
    let problem = |message: String| Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read");
    if let Some(error) = before.refusal() {
        return Err(error);
    }
    let Some((program, first)) = find() else {
        return Err(problem("clang, which reads files of OpenCL and CUDA, was not found".to_owned()).help(
            "build Sepal again with access to PyPI, which has it, or name a clang 16 or newer in the variable \
             SEPAL_CLANG",
        ));
    };
    let failed = |error: std::io::Error| {
        problem(format!("clang cannot be run ({}): {error}", program.display()))
            .help("`sepal doctor` says which clang is used; the variable SEPAL_CLANG names another one")
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // The text comes from the open file, so that no other file of the name is read. Included files are searched in the
    // folder of the file first, and not in the folder in which Sepal runs.
    let prepared = |precompiled: Option<&Precompiled>| -> std::io::Result<Command> {
        let mut command = Command::new(&program);
        command.args(first).args(arguments((language, standard), folder, before, precompiled)?).current_dir(folder);
        let _ = command.stdin(Stdio::from(File::open(text)?));
        Ok(command)
    };
    let precompiled = cache.and_then(|cache| {
        let files = precompiled_files(language, source);
        let arguments = of_language(language, standard);
        Source { program: (&program, first), arguments, language, folder: &declarations(), files }.precompiled(cache)
    });
    let said = || prepared(None).and_then(|mut command| command.output()).map_err(failed);
    // Annotations and errors of included files have places there, and annotations must not use names that are macros of
    // other files.
    let alone = before.macros.is_empty() && before.first.is_empty();
    let whole = may_include(source) || !alone || source.contains('@') && !before.define.is_empty();
    let expanded = |with: Option<&Precompiled>| {
        let output = prepared(with).and_then(|mut command| command.args(["-E", "-dD"]).output()).map_err(failed)?;
        Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned()))
    };
    let mut preprocessed = if whole { expanded(precompiled.as_ref())? } else { None };
    if whole && preprocessed.is_none() && precompiled.is_some() {
        preprocessed = expanded(None)?;
    }
    let declared_in = declarations().to_string_lossy().into_owned();
    let included = included_files(preprocessed.as_deref().unwrap_or_default(), folder, &declared_in)?;
    // The declarations with which clang has read the file: precompiled, or none, which stands for the text.
    let (mut with, mut dumped, mut output) = (precompiled.as_ref(), Dumped::Failed, None);
    if with.is_some() {
        dumped = prepared(with).and_then(|command| dump(command, LARGEST_TREE)).unwrap_or(Dumped::Failed);
        if matches!(dumped, Dumped::Failed) {
            (with, output) = (None, Some(said()?));
        }
    }
    let fails = output.as_ref().is_some_and(|output| !output.status.success());
    if matches!(dumped, Dumped::Failed) && !fails {
        dumped = prepared(None).and_then(|command| dump(command, LARGEST_TREE)).map_err(failed)?;
    }
    let now = text_of(text).unwrap_or_default();
    let unchanged = |file: &Included| text_of(&folder.join(&file.name)).as_ref() == Some(&file.text);
    if now != source || !included.iter().all(unchanged) {
        return Err(problem("the file, or one that it includes, has changed while it was read".to_owned())
            .help("verify it again"));
    }
    match dumped {
        Dumped::Tree(tree) => {
            if whole && preprocessed.is_none() {
                return Err(problem("clang fails on this file when it only expands macros".to_owned()));
            }
            Ok(Clang {
                tree,
                language: with.map(|one| one.declared.clone()),
                folder: declared_in,
                preprocessed: preprocessed.unwrap_or_default(),
                included,
                ..Clang::default()
            })
        }
        Dumped::TooLarge => {
            let message = format!("the tree that clang prints has more than {} MiB", LARGEST_TREE >> 20);
            let help = "write long expressions as several statements, and split files with large tables";
            Err(Diagnostic { code: "input.too-large", ..problem(message).help(help) })
        }
        Dumped::Failed => {
            let output = output.filter(|_| fails).map_or_else(said, Ok)?;
            let messages = String::from_utf8_lossy(&output.stderr).into_owned();
            let clang = Clang { messages, included, ..Clang::default() };
            let (text, starts) = clang.whole(source);
            if !clang.errors(&text, &starts).is_empty() {
                if language == Language::OpenCl || whole && preprocessed.is_none() {
                    return Ok(clang);
                }
                // Kernels may be read nevertheless, if only code of the host is wrong.
                let tree =
                    prepared(None).and_then(|command| dump_with_errors(command, LARGEST_TREE)).unwrap_or_default();
                return Ok(Clang {
                    tree,
                    folder: declared_in,
                    preprocessed: preprocessed.unwrap_or_default(),
                    ..clang
                });
            }
            let said = clang.messages.lines().next().unwrap_or("no message").to_owned();
            Err(problem(format!("clang fails on this file: {said}"))
                .help("`sepal doctor` says which clang is used; Sepal is made for clang 20"))
        }
    }
}

/// The file to precompile for a text, and the files that it includes: with the libraries of the host if the text
/// includes one of them. This is about time only: a header that is not precompiled is read where it is included.
fn precompiled_files(language: Language, source: &str) -> Vec<PathBuf> {
    let folder = declarations();
    let path = |names: &[&str]| names.iter().map(|name| folder.join(name)).collect();
    match language {
        Language::OpenCl => path(&["opencl/sepal_opencl.h", "annotations.h"]),
        Language::Cuda => {
            let of_host = |name: &str| {
                let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
                inside && fs::read_to_string(folder.join("cuda").join(name)).is_ok_and(|text| text.contains("#include"))
            };
            let mut out: Vec<PathBuf> = match included(source).any(of_host) {
                true => path(&["cuda/sepal_all.cuh", "cuda/sepal_cuda.cuh"]),
                false => path(&["cuda/sepal_cuda.cuh"]),
            };
            let parts = ["types", "device", "math", "runtime", "texture"];
            out.extend(parts.map(|part| folder.join(format!("cuda/sepal_{part}.cuh"))));
            out.push(folder.join("annotations.h"));
            if out.iter().any(|file| file.ends_with("sepal_all.cuh")) {
                let parts = ["host", "libc", "std", "containers", "algorithms"];
                out.extend(parts.map(|part| folder.join(format!("cuda/sepal_{part}.hpp"))));
            }
            out
        }
    }
}

/// The names of the files that a text includes.
fn included(source: &str) -> impl Iterator<Item = &str> {
    let name = |line: &'_ str| -> Option<(usize, usize)> {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
        let rest = rest.strip_prefix(['<', '"'])?;
        let start = line.len() - rest.len();
        Some((start, start + rest.find(['>', '"'])?))
    };
    source.lines().filter_map(move |line| name(line).and_then(|(from, to)| line.get(from..to)))
}
