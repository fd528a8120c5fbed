//! The folders in which clang looks for included files.
//!
//! In: the folder with the declarations of a language, that of a file, and those that the user names. Out: arguments
//! for clang.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// When clang looks into a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// First, and only for names in quotes: `-iquote`.
    Quotes,
    /// Then: `-I`.
    Any,
    /// Then: `-isystem`. The declarations of the language are behind these folders.
    System,
    /// Last: `-idirafter`.
    After,
}

/// The arguments that name the folders. As in a compiler, folders of the user come before those of the language, and
/// the folder of the file comes first for names in quotes only, which clang does by itself. For names in angle brackets
/// it comes last, where compilers do not look.
pub fn arguments(language: &Path, file: &Path, user: &[(Search, PathBuf)]) -> std::io::Result<Vec<OsString>> {
    let mut out = Vec::new();
    let mut add = |sign: &str, folder: &Path| -> std::io::Result<()> {
        out.extend([sign.into(), std::path::absolute(folder)?.into_os_string()]);
        Ok(())
    };
    for (search, folder) in user {
        let search = if is_toolkit(folder) { Search::After } else { *search };
        let sign = match search {
            Search::Quotes => "-iquote",
            Search::Any => "-I",
            Search::System => "-isystem",
            Search::After => "-idirafter",
        };
        add(sign, folder)?;
    }
    add("-internal-isystem", language)?;
    // clang removes the first one of two equal folders if the second one is of the system.
    if !user.iter().any(|(_, folder)| is_same(folder, file)) {
        add("-idirafter", file)?;
    }
    Ok(out)
}

/// Whether a folder has NVIDIA's headers: Sepal's declarations stand for these.
fn is_toolkit(folder: &Path) -> bool {
    ["cuda_runtime_api.h", "driver_types.h", "crt/host_defines.h"].iter().all(|name| folder.join(name).is_file())
}

/// Whether two paths are those of one folder.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
