//! Options of compilers: which of them change what a file means.
//!
//! In: a word of a command. Out: what the word changes, beyond macros and folders, which `project.rs` reads.
//!
//! The list has the options that change nothing. So an option that nobody knows here is named, and not left out.

/// What an option changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nothing that Sepal looks at.
    None,
    /// Perhaps what a file means.
    Maybe,
    /// What types of the file are.
    Meaning,
}

/// Options with which types differ from those that Sepal reads.
const OF_TYPES: [&str; 9] = [
    "-funsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fshort-wchar",
    "-fpack-struct",
    "-m32",
    "-m16",
    "-mx32",
    "-malign-double",
];

/// Options that change nothing, as whole words.
const NOTHING: [&str; 45] = [
    "-",
    "-c",
    "-S",
    "-E",
    "-G",
    "-v",
    "-s",
    "-pg",
    "-p",
    "-pipe",
    "-pthread",
    "-shared",
    "-static",
    "-rdynamic",
    "-cuda",
    "-dc",
    "-dw",
    "-dlink",
    "-ptx",
    "-cubin",
    "-fatbin",
    "-m64",
    "-fsigned-char",
    "-fno-unsigned-char",
    "-fno-short-enums",
    "-fno-short-wchar",
    "-fno-wrapv",
    "-fno-strict-aliasing",
    "-fstrict-aliasing",
    "-fno-fast-math",
    "-fexceptions",
    "-frtti",
    "-fopenmp",
    "-fno-omit-frame-pointer",
    "-fomit-frame-pointer",
    "-funroll-loops",
    "-ffunction-sections",
    "-fdata-sections",
    "-fasynchronous-unwind-tables",
    "-fno-plt",
    "-fpic",
    "-fpie",
    "-fPIC",
    "-fPIE",
    "-lineinfo",
];

/// Starts of options that change nothing.
const NOTHING_FROM: [&str; 44] = [
    "-O",
    "-g",
    "-W",
    "-w",
    "-M",
    "-L",
    "-l",
    "-o",
    "-t=",
    "-arch",
    "-code",
    "-ccbin",
    "-cudart",
    "-rdc",
    "-maxrregcount",
    "-res-usage",
    "-diag-",
    "-expt-",
    "-extended-lambda",
    "-keep",
    "-split-compile",
    "-forward-unknown",
    "-march=",
    "-mtune=",
    "-fvisibility",
    "-fdiagnostics",
    "-fcolor-diagnostics",
    "-fstack-protector",
    "-flto",
    "-fuse-ld",
    "-fprofile",
    "-fdebug",
    "-ffile-prefix-map",
    "-fmacro-backtrace",
    "-ftemplate-",
    "-fconstexpr-",
    "-fmessage-length",
    "-frandom-seed",
    "-fcf-protection",
    "--cuda-path",
    "--cuda-gpu-arch",
    "--offload-arch",
    "--gcc-toolchain",
    "--diag",
];

/// Starts of long options of nvcc that change nothing.
const NOTHING_LONG: [&str; 24] = [
    "--compile",
    "--generate-",
    "--gpu-architecture",
    "--gpu-code",
    "--relocatable-device-code",
    "--expt-",
    "--extended-lambda",
    "--compiler-bindir",
    "--device-c",
    "--device-debug",
    "--debug",
    "--optimize",
    "--output-file",
    "--ptxas-options",
    "--threads",
    "--maxrregcount",
    "--resource-usage",
    "--keep",
    "--cudart",
    "--verbose",
    "--forward-",
    "--dependency-output",
    "--split-compile",
    "--library",
];

/// What a word changes that neither defines a macro nor names a folder or a file. A word without a dash is the name of
/// a program or of a file.
pub fn change(word: &str) -> Change {
    let is = |name: &&str| word == *name;
    let starts = |start: &&str| word.starts_with(*start);
    if OF_TYPES.iter().any(is) || word.starts_with("-fpack-struct=") {
        Change::Meaning
    } else if word == "-Ofast" {
        Change::Maybe
    } else if !word.starts_with('-')
        || NOTHING.iter().any(is)
        || NOTHING_FROM.iter().any(starts)
        || NOTHING_LONG.iter().any(starts)
    {
        Change::None
    } else {
        Change::Maybe
    }
}

/// Whether the word behind an option is a part of it that may look like another option.
pub fn takes_word(word: &str) -> bool {
    matches!(
        word,
        "-o" | "-MF" | "-MT" | "-MQ" | "-Xptxas" | "-Xlinker" | "-Xnvlink" | "-Xfatbin" | "-Xassembler" | "-Xarchive"
    ) || matches!(word, "-ccbin" | "-t" | "--ptxas-options" | "--linker-options" | "--nvlink-options")
}
