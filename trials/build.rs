//! Says where the trials find libz3 when they run; `vcgen/build.rs` fetches it.

// A build script reads the environment and files: that is its job.
#![allow(clippy::disallowed_methods)]

#[path = "../tools/z3_link.rs"]
mod z3_link;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../tools/z3_link.rs");
    let _ = z3_link::emit();
}
