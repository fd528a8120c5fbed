//! Says where the command and its tests find libz3 when they run; `vcgen/build.rs` fetches it. Fetches clang into
//! `.clang/`, where the command looks for it: without clang, all but files of OpenCL and CUDA works. Lists the pages
//! about errors of the book, which `sepal explain` prints. Computes a hash of all sources, which tells the proofs of
//! different builds apart in the cache.
//!
//! Out: link arguments, `pages.rs` in the build folder, a list of names of pages with their texts, and the variable
//! `SEPAL_BUILD` for the compiler; it is empty if the sources are not complete.

// A build script reads the environment and files: that is its job.
#![allow(clippy::disallowed_methods)]

#[path = "tools/z3_link.rs"]
mod z3_link;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=tools/z3_link.rs");
    let _ = z3_link::emit();
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let pages = manifest.join("book").join("src").join("errors");
    println!("cargo:rerun-if-changed={}", pages.display());
    let list = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("pages.rs");
    println!("cargo:rustc-env=SEPAL_BUILD={}", build(&manifest).unwrap_or_default());
    println!("cargo:rerun-if-env-changed=PYTHON");
    fetch_clang(&manifest);
    if let Err(error) = write_pages(&pages, &list) {
        eprintln!("{}: {error}", pages.display());
        std::process::exit(1);
    }
}

/// Runs tools/fetch_clang.py, unless what it would fetch is there already. A failure is a warning.
fn fetch_clang(root: &Path) {
    let tools = root.join("tools");
    for file in ["fetch_clang.py", "wheel.py", "requirements-clang.txt"] {
        println!("cargo:rerun-if-changed={}", tools.join(file).display());
    }
    let bin = root.join(".clang").join("bin");
    println!("cargo:rerun-if-changed={}", bin.join("pinned.txt").display());
    let wanted = fs::read_to_string(tools.join("requirements-clang.txt")).unwrap_or_default();
    if fs::read_to_string(bin.join("pinned.txt")).is_ok_and(|fetched| fetched == wanted) {
        return;
    }
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let script = Command::new(&python).arg(tools.join("fetch_clang.py")).arg(root.join(".clang")).output();
    let said = match script {
        Ok(output) if output.status.success() => return,
        Ok(output) => String::from_utf8_lossy(&output.stderr).trim_end().replace('\n', " "),
        Err(error) => format!("{python}: {error}"),
    };
    println!("cargo:warning=clang could not be fetched, so files of OpenCL and CUDA cannot be read: {said}");
}

/// Writes the list of pages: an expression, `&[("parse.empty", include_str!("…")), …]`.
fn write_pages(folder: &Path, list: &Path) -> std::io::Result<()> {
    let mut pages: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    pages.retain(|page| page.extension().is_some_and(|end| end == "md") && !page.ends_with("index.md"));
    pages.sort();
    let mut text = String::from("&[\n");
    for page in pages {
        let name = page.file_stem().unwrap_or_default().to_string_lossy();
        text.push_str(&format!("    ({name:?}, include_str!({:?})),\n", page.to_string_lossy()));
    }
    text.push_str("]\n");
    fs::write(list, text)
}

/// What decides about verdicts: the sources of the command and of all libraries, and the versions of theirs.
const SOURCES: &[&str] =
    &["Cargo.lock", "Cargo.toml", "build.rs", "src", "ir", "syntax", "logic", "vcgen", "interp", "stdlib-specs"];

/// A hash of the sources, of the compiler and of how it is called.
fn build(manifest: &Path) -> Option<String> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        let _ = hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    };
    for source in SOURCES {
        let path = manifest.join(source);
        println!("cargo:rerun-if-changed={}", path.display());
        let mut files = Vec::new();
        files_below(&path, &mut files).ok()?;
        files.sort();
        for file in files {
            add(file.strip_prefix(manifest).ok()?.to_string_lossy().as_bytes());
            add(&fs::read(&file).ok()?);
        }
    }
    let compiler = env::var_os("RUSTC").and_then(|rustc| Command::new(rustc).arg("-vV").output().ok())?;
    add(&compiler.stdout);
    for name in ["PROFILE", "TARGET", "OPT_LEVEL", "CARGO_ENCODED_RUSTFLAGS", "CARGO_CFG_FEATURE"] {
        add(env::var_os(name).unwrap_or_default().to_string_lossy().as_bytes());
    }
    Some(hasher.finalize().to_hex().to_string())
}

fn files_below(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        found.push(path.to_path_buf());
        return Ok(());
    }
    for entry in fs::read_dir(path)? {
        let path = entry?.path();
        if path.file_name().is_none_or(|name| name != "target") {
            files_below(&path, found)?;
        }
    }
    Ok(())
}
