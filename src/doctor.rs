//! `sepal doctor`: checks the installation.
//!
//! In: nothing. Out: the versions of Sepal and Z3, where Z3 was found, whether there is a cvc5, and which clang is
//! used. The exit status is 0 if the linked Z3 has the version that Sepal was measured with.

use vcgen::solver::{version, EXPECTED_VERSION};

use crate::cross_check::Cvc5;
use crate::{clang, output};

/// Prints the report, and returns the exit status.
pub fn run() -> u8 {
    let version = version();
    let written = output::print(&format!(
        "sepal {}\nZ3    {version}\nfound {}\n{}\n{}\n",
        env!("CARGO_PKG_VERSION"),
        found().as_deref().unwrap_or("linked into the program"),
        second(),
        third()
    ));
    if version == EXPECTED_VERSION {
        return if written && output::print("ok\n") { 0 } else { 2 };
    }
    output::say(&format!(
        "warning: this version of Sepal is made for Z3 {EXPECTED_VERSION}; verdicts of another one may be slow or \
        unknown.\n\
         help: build with `cargo build` in the project's folder, which fetches the right one into `.z3/`\n"
    ));
    2
}

/// The line about the optional second solver.
fn second() -> String {
    Cvc5::find().map_or_else(
        || "cvc5  not found; only `--cross-check` needs it (`pip install cvc5`)".to_owned(),
        |solver| format!("{}, {}", solver.name().replacen(' ', "  ", 1), solver.place()),
    )
}

/// The line about clang, which reads files of OpenCL and CUDA.
fn third() -> String {
    clang::version().map_or_else(
        || {
            "clang not found, so files of OpenCL and CUDA cannot be read; build again with access to PyPI, or set \
            SEPAL_CLANG"
                .to_owned()
        },
        |(version, path)| format!("{}, {}", version.replacen("clang version", "clang", 1), path.display()),
    )
}

/// The path of the Z3 library that is loaded into this process; `None` if Z3 is linked statically.
fn found() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().filter_map(|line| line.split_once('/')).find(|(_, path)| path.contains("libz3"))?.1;
    Some(format!("/{path}"))
}
