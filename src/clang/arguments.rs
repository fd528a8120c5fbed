//! The arguments with which clang reads a file.
//!
//! In: the language and its version, what is defined in front of a file, and precompiled declarations. Out: arguments.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use syntax::c::Language;

use super::folders::arguments as of_folders;
use super::precompiled::Precompiled;
use super::project::Command;
use super::standard::Standard;

/// The folder with the declarations of the languages. The command works where it was built, as its library Z3 does.
pub fn declarations() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stdlib-specs")
}

/// The arguments that say how clang reads a language.
pub fn of_language(language: Language, standard: Standard) -> Vec<OsString> {
    // Headers of this machine are none of the device. What C++ forbids and other compilers of CUDA only warn of is no
    // error of the file.
    let common = "-cc1 -w -fno-caret-diagnostics -nostdsysteminc -nobuiltininc";
    let of_language = match language {
        Language::OpenCl => "-ferror-limit 20 -x cl -triple spir64 -fdeclare-opencl-builtins",
        // Errors in code of the host do not matter to kernels, so all errors are needed.
        Language::Cuda => {
            "-ferror-limit 0 -x cuda -triple nvptx64 -target-cpu sm_80 -fcuda-is-device -std=c++17 -fexceptions \
             -fcxx-exceptions -Wno-register -Wno-c++11-narrowing -Wno-reserved-user-defined-literal"
        }
    };
    let version = (language == Language::OpenCl).then(|| format!("-cl-std={}", standard.name()));
    common.split(' ').chain(of_language.split(' ')).map(OsString::from).chain(version.map(OsString::from)).collect()
}

/// The arguments with which clang reads the language from its standard input.
pub fn arguments(
    (language, standard): (Language, Standard),
    folder: &Path,
    before: &Command,
    precompiled: Option<&Precompiled>,
) -> std::io::Result<Vec<OsString>> {
    let (folder_of_language, prelude, behind) = match language {
        Language::OpenCl => (declarations().join("opencl"), "sepal_opencl.h", None),
        // What this header says depends on `NDEBUG`, which the command line may define.
        Language::Cuda => (declarations().join("cuda"), "sepal_cuda.cuh", Some("assert.h")),
    };
    let mut out = of_language(language, standard);
    match precompiled {
        Some(precompiled) => {
            out.extend(["-include-pch".into(), std::path::absolute(&precompiled.file)?.into_os_string()]);
        }
        None => out.extend(["-include".into(), folder_of_language.join(prelude).into_os_string()]),
    }
    if let Some(behind) = behind {
        out.extend(["-include".into(), folder_of_language.join(behind).into_os_string()]);
    }
    out.extend(before.define.iter().map(|define| format!("-D{define}").into()));
    for (sign, files) in [("-imacros", &before.macros), ("-include", &before.first)] {
        for file in files {
            out.extend([sign.into(), std::path::absolute(file)?.into_os_string()]);
        }
    }
    out.extend(of_folders(&folder_of_language, folder, &before.include)?);
    out.push("-".into());
    Ok(out)
}
