//! `sepal doctor`: is this installation in order?
//!
//! Out: the versions of Sepal and Z3 and where Z3 was found; status 0 if Z3 is the one that was measured.

use crate::output;

/// The release of Z3 whose parameters and limits this version was tuned for.
const EXPECTED: &str = "5.4";

/// Runs it.
pub fn run() -> u8 {
    let version = vcgen::solver::z3_version();
    let good = version.strip_prefix("Z3 ").unwrap_or(&version).starts_with(EXPECTED);
    output::print(&format!(
        "sepal {}\nZ3    {version}\nfound {}\n",
        env!("CARGO_PKG_VERSION"),
        found().as_deref().unwrap_or("linked into the program")
    ));
    if good {
        output::print("ok\n");
        return 0;
    }
    output::say(&format!(
        "warning: this version of Sepal is made for Z3 {EXPECTED}; verdicts of another one may be slow or unknown.\n\
         help: build with `cargo build` in the project's folder, which fetches the right one into `.z3/`\n"
    ));
    2
}

/// The shared library that the system's loader mapped.
fn found() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path = maps.lines().filter_map(|line| line.split_once('/')).find(|(_, path)| path.contains("libz3"))?.1;
    Some(format!("/{path}"))
}
