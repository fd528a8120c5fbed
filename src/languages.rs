//! Languages, by the names of their files.
//!
//! In: a path. Out: the language of the file, or the name of a language that Sepal does not read.

use std::path::Path;

use syntax::c::Language;

/// The ends of names of files that Sepal reads.
pub const READ: [&str; 3] = ["pvl", "cl", "cu"];

/// The ends of names of files that clang reads.
pub const BY_CLANG: [&str; 2] = ["cl", "cu"];

/// What Sepal reads instead.
pub const HELP: &str =
    "Sepal reads kernels in PVL, OpenCL C and CUDA C++, from files that end in `.pvl`, `.cl` and `.cu`";

/// The language of a file that clang reads; `None` for others, which are in PVL.
pub fn by_clang(path: &Path) -> Option<Language> {
    match path.extension()?.to_str()?.to_lowercase().as_str() {
        "cl" => Some(Language::OpenCl),
        "cu" => Some(Language::Cuda),
        _ => None,
    }
}

/// The language of a file that Sepal cannot read; `None` for any other name, which may belong to a PVL file.
pub fn of(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()?.to_lowercase().as_str() {
        "cuh" => "CUDA C++",
        "clh" => "OpenCL C",
        "c" | "h" => "C",
        "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => "C++",
        "hip" => "HIP C++",
        "java" => "Java",
        "ptx" => "PTX",
        "metal" => "Metal",
        "wgsl" => "WGSL",
        "glsl" | "comp" => "GLSL",
        "hlsl" => "HLSL",
        "py" => "Python",
        "rs" => "Rust",
        _ => return None,
    })
}
