//! Languages that Sepal does not read, by the names of their files.
//!
//! In: a path. Out: the name of the language.

use std::path::Path;

/// What Sepal reads instead.
pub const HELP: &str =
    "Sepal reads kernels in PVL, from files that end in `.pvl`; the page \u{201c}Coming from CUDA\u{201d} of the \
    book says how a kernel of CUDA or OpenCL is written in it";

/// The language of a file that Sepal cannot read; `None` for any other name, which may belong to a PVL file.
pub fn of(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()?.to_lowercase().as_str() {
        "cu" | "cuh" => "CUDA C++",
        "cl" | "clh" => "OpenCL C",
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
