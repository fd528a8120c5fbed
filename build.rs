//! Says where the command and its tests find libz3 when they run; `vcgen/build.rs` fetches it. Lists the pages about
//! errors of the book, which `sepal explain` prints.
//!
//! Out: link arguments, and `pages.rs` in the build folder, a list of names of pages with their texts.

// A build script reads the environment and files: that is its job.
#![allow(clippy::disallowed_methods)]

#[path = "tools/z3_link.rs"]
mod z3_link;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=tools/z3_link.rs");
    let _ = z3_link::emit();
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let pages = manifest.join("book").join("src").join("errors");
    println!("cargo:rerun-if-changed={}", pages.display());
    let list = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("pages.rs");
    if let Err(error) = write_pages(&pages, &list) {
        eprintln!("{}: {error}", pages.display());
        std::process::exit(1);
    }
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
