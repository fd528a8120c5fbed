//! Makes libz3 available: fetches it once into `.z3/` at the root of the workspace, and says where binaries find it.
//!
//! In: the feature `z3`, and `Z3_LIBRARY_PATH_OVERRIDE` (set by `.cargo/config.toml`). Out: `.z3/lib/libz3.so`, link
//! arguments for the tests of this package; the root `build.rs` repeats those arguments for the command.

// A build script reads the environment and files: that is its job.
#![allow(clippy::disallowed_methods)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[path = "../tools/z3_link.rs"]
mod z3_link;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PYTHON");
    println!("cargo:rerun-if-env-changed=Z3_SYS_Z3_VERSION");
    if env::var_os("CARGO_FEATURE_Z3").is_none() {
        return;
    }
    let Some(lib) = z3_link::emit() else { return };
    // Two levels: the package folder is `vcgen/` of the workspace.
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = manifest.parent().map_or_else(|| manifest.clone(), Path::to_path_buf);
    for file in ["fetch_z3.py", "wheel.py", "requirements-z3.txt", "z3_link.rs"] {
        println!("cargo:rerun-if-changed={}", root.join("tools").join(file).display());
    }
    if lib == root.join(".z3").join("lib") {
        fetch(&root, &lib);
    } else if z3_link::library_in(&lib).is_none() {
        fail(&format!("Z3_LIBRARY_PATH_OVERRIDE names {}, which holds no libz3.", lib.display()));
    }
    println!("cargo:rerun-if-changed={}", lib.display());
}

/// Runs tools/fetch_z3.py, unless what it would fetch is there already.
fn fetch(root: &Path, lib: &Path) {
    let wanted = fs::read_to_string(root.join("tools").join("requirements-z3.txt")).unwrap_or_default();
    let fetched = fs::read_to_string(lib.join("pinned.txt")).unwrap_or_default();
    if fetched == wanted && z3_link::library_in(lib).is_some() {
        return;
    }
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = root.join("tools").join("fetch_z3.py");
    let (said, ok) = match Command::new(&python).arg(script).arg(root.join(".z3")).output() {
        Ok(output) => (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.success()),
        Err(error) => (format!("{python}: {error}"), false),
    };
    if !ok || z3_link::library_in(lib).is_none() {
        fail(&format!("Z3 could not be fetched into {}.\n{}", lib.display(), said.trim_end()));
    }
}

/// Stops the build with what was found and what would work.
fn fail(found: &str) -> ! {
    eprintln!(
        "{found}\n\nSepal needs libz3 5.4.0. One of these provides it:\n\
         - Python 3 with pip, and access to PyPI or a mirror (`PYTHON` names another interpreter): build again.\n\
         - A folder with libz3 of Z3 5.4.0: set Z3_LIBRARY_PATH_OVERRIDE to its absolute path, and build again.\n\
         - No wheel for this platform: `Z3_SYS_Z3_VERSION= cargo build --features vendored` compiles Z3 from source \
         (needs cmake 3.26 or newer and a C++20 compiler, takes about an hour of CPU time)."
    );
    std::process::exit(1);
}
