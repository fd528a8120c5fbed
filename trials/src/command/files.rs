//! Reads kernels from files, and writes reports.

use std::fs;
use std::path::{Path, PathBuf};

/// Every `.pvl` file that the paths name, with its text. The files of a folder come in the order of their names.
pub fn kernels(paths: &[PathBuf]) -> Result<Vec<(String, String)>, String> {
    let mut out = Vec::new();
    for path in paths {
        collect(path, &mut out)?;
    }
    Ok(out)
}

fn collect(path: &Path, out: &mut Vec<(String, String)>) -> Result<(), String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", path.display());
    if path.is_dir() {
        let entries = fs::read_dir(path).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        paths.sort();
        paths
            .iter()
            .filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "pvl"))
            .try_for_each(|p| collect(p, out))
    } else {
        let text = fs::read_to_string(path).map_err(wrong)?;
        out.push((path.to_string_lossy().replace('\\', "/"), text));
        Ok(())
    }
}

/// Reads a file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a file, and creates its folders.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), fs::create_dir_all).map_err(|error| format!("{}: {error}", path.display()))?;
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
