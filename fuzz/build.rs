//! Says where the fuzz targets find libz3 when they run.

#[path = "../tools/z3_link.rs"]
mod z3_link;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../tools/z3_link.rs");
    let _ = z3_link::emit();
}
