//! Runs clang, which reads files of OpenCL and CUDA.
//!
//! In: a file, its language, and what is defined in front of it. Out: what clang prints about the file: its tree and
//! its messages. The code is only read, never compiled. The declarations of the language come from `stdlib-specs/`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ir::diagnostic::Diagnostic;
use ir::Span;
use syntax::c::{Clang, Language};

/// What the command line says about files that clang reads.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Preprocessor {
    /// For files of OpenCL and CUDA: define a macro in front of each file
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// For files of OpenCL and CUDA: look for included files in this folder, too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,
}

/// The largest tree that is read, in bytes.
const LARGEST_TREE: usize = 512 << 20;

/// The folder with the declarations of the languages. The command works where it was built, as its library Z3 does.
fn declarations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-specs")
}

/// The clang to use, with the arguments that make it clang: what the variable `SEPAL_CLANG` names, the one that the
/// build has fetched, or that of the system.
pub fn find() -> Option<(PathBuf, &'static [&'static str])> {
    let named = std::env::var_os("SEPAL_CLANG").map(PathBuf::from);
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join(".clang").join("bin").join("zig");
    let path = named.or_else(|| fetched.exists().then_some(fetched)).or_else(in_path)?;
    let is_zig = path.file_stem().is_some_and(|name| name == "zig");
    Some((path, if is_zig { &["clang"] } else { &[] }))
}

/// The clang of the system.
fn in_path() -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join("clang")).find(|path| path.is_file())
}

/// The first line of `clang --version`; `None` if it does not run.
pub fn version() -> Option<(String, PathBuf)> {
    let (path, first) = find()?;
    let output = Command::new(&path).args(first).arg("--version").output().ok()?;
    let line = String::from_utf8_lossy(&output.stdout).lines().next()?.to_owned();
    output.status.success().then_some((line, path))
}

/// What clang prints about a file, whose text is `source`.
#[allow(clippy::result_large_err)] // Made once a file, and shown at once.
pub fn read(path: &Path, source: &str, language: Language, before: &Preprocessor) -> Result<Clang, Diagnostic> {
    let problem = |message: String| Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read");
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
    let file = File::open(path).map_err(failed)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut command = Command::new(&program);
    command.args(first).args(["-cc1", "-fsyntax-only", "-ast-dump=json", "-w", "-fno-caret-diagnostics"]);
    // Headers of this machine are none of the device.
    command.args(["-ferror-limit", "20", "-nostdsysteminc"]);
    match language {
        Language::OpenCl => {
            let prelude = declarations().join("opencl");
            command.args(["-x", "cl", "-cl-std=CL1.2", "-triple", "spir64", "-fdeclare-opencl-builtins"]);
            command.arg("-I").arg(&prelude).arg("-include").arg(prelude.join("sepal_opencl.h"));
        }
        Language::Cuda => {
            let prelude = declarations().join("cuda");
            command.args(["-x", "cuda", "-triple", "nvptx64", "-fcuda-is-device", "-std=c++17"]);
            command.args(["-target-cpu", "sm_80"]);
            command.arg("-I").arg(&prelude).arg("-include").arg(prelude.join("sepal_cuda.cuh"));
        }
    }
    command.args(before.define.iter().map(|define| format!("-D{define}")));
    for folder in std::iter::once(folder).chain(before.include.iter().map(PathBuf::as_path)) {
        command.arg("-I").arg(folder);
    }
    let output = command.arg("-").stdin(Stdio::from(file)).output().map_err(failed)?;
    if fs::read_to_string(path).ok().as_deref().map(without_mark) != Some(source) {
        return Err(problem("the file has changed while it was read".to_owned()).help("verify it again"));
    }
    if output.stdout.len() > LARGEST_TREE {
        let message = format!("the tree that clang prints has more than {} MiB", LARGEST_TREE >> 20);
        return Err(Diagnostic { code: "input.too-large", ..problem(message).help("split the file") });
    }
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let clang = Clang { tree: text(output.stdout), messages: text(output.stderr) };
    if !output.status.success() && clang.errors(source).is_empty() {
        let said = clang.messages.lines().next().unwrap_or("no message").to_owned();
        return Err(problem(format!("clang fails on this file: {said}"))
            .help("`sepal doctor` says which clang is used; Sepal is made for clang 20"));
    }
    Ok(clang)
}

/// A text without the mark that some editors put in front of it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
