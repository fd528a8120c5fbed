//! The suites: where their kernels lie, which files are chosen, and what their build files define.
//!
//! In: the folder with all suites. Out: the files of each suite, and the options for a file.

use std::path::{Path, PathBuf};

/// A suite, or the part of it in one language.
pub struct Suite {
    pub name: &'static str,
    /// The folder, below the folder with all suites.
    pub folder: &'static str,
    /// The end of the names of its files.
    pub ends: &'static str,
    pub choice: Choice,
    pub labels: Labels,
    /// A macro that is defined for all files of the collection, in addition to those of `options.txt`.
    pub defined: Option<&'static str>,
}

/// Which files are verified.
pub enum Choice {
    All,
    /// Of the folders at this depth with a kernel, as many as this: those with the fewest lines of CUDA.
    Shortest(usize, usize),
    /// The first folders with a kernel whose names have this end, as many as this.
    First(&'static str, usize),
}

/// How a suite says which of its files are wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Labels {
    None,
    /// The names of wrong files start with `race`.
    Names,
    /// All files are wrong, or none.
    All(bool),
    /// The expected output is a file of the same name that ends in `.ref`, and has a line with `ERROR`.
    References,
}

const fn suite(name: &'static str, folder: &'static str, ends: &'static str) -> Suite {
    Suite { name, folder, ends, choice: Choice::All, labels: Labels::None, defined: None }
}

/// All suites, as rows of the table.
pub const SUITES: [Suite; 14] = [
    suite("Rodinia, OpenCL", "rodinia/opencl", "cl"),
    suite("Rodinia, CUDA", "rodinia/cuda", "cu"),
    suite("SHOC, OpenCL", "shoc/src/opencl", "cl"),
    suite("SHOC, CUDA", "shoc/src/cuda", "cu"),
    suite("Parboil, OpenCL", "parboil/benchmarks", "cl"),
    suite("Parboil, CUDA", "parboil/benchmarks", "cu"),
    suite("PolyBench-ACC, OpenCL", "polybench-acc/OpenCL", "cl"),
    suite("PolyBench-ACC, CUDA", "polybench-acc/CUDA", "cu"),
    Suite { choice: Choice::Shortest(2, 60), ..suite("cuda-samples, 60", "cuda-samples/Samples", "cu") },
    Suite { choice: Choice::First("-cuda", 100), ..suite("HeCBench, 100", "hecbench/src", "cu") },
    Suite { labels: Labels::Names, ..suite("ScoR, small", "scor/microbenchmarks", "cu") },
    Suite { labels: Labels::All(false), ..suite("ScoR, programs", "scor/benchmarks", "cu") },
    Suite {
        labels: Labels::All(true),
        defined: Some("RACEY"),
        ..suite("ScoR, programs with races", "scor/benchmarks", "cu")
    },
    Suite { labels: Labels::References, ..suite("Oclgrind's tests", "oclgrind/tests/kernels", "cl") },
];

/// Ends of the names of files in which kernels are looked for.
const OF_OPENCL: [&str; 2] = ["cl", "clh"];
const OF_CUDA: [&str; 5] = ["cu", "cuh", "h", "hpp", "inc"];

/// The files of a suite.
pub struct Files {
    /// Those that are verified.
    pub verified: Vec<PathBuf>,
    /// Those that may define kernels.
    pub texts: Vec<PathBuf>,
}

impl Suite {
    /// The files of the suite, below the folder with all suites.
    pub fn files(&self, all: &Path) -> Files {
        let root = all.join(self.folder);
        let mut files = Vec::new();
        walk(&root, &mut files);
        let has_kernel = |path: &&PathBuf| ends(path, &["cu", "cuh"]) && !super::scan::kernels(&read(path)).is_empty();
        let folder = |path: &Path, depth| root.join(below(path, &root).iter().take(depth).collect::<PathBuf>());
        let chosen: Option<Vec<PathBuf>> = match self.choice {
            Choice::All => None,
            Choice::Shortest(depth, n) => {
                let mut folders: Vec<PathBuf> = files.iter().filter(has_kernel).map(|f| folder(f, depth)).collect();
                folders.dedup();
                let lines = |of: &PathBuf| {
                    let of = files.iter().filter(|file| file.starts_with(of) && ends(file, &["cu", "cuh"]));
                    of.map(|file| read(file).lines().count()).sum::<usize>()
                };
                folders.sort_by_cached_key(|folder| (lines(folder), folder.clone()));
                folders.truncate(n);
                Some(folders)
            }
            Choice::First(end, n) => {
                let mut folders: Vec<PathBuf> = files.iter().map(|file| folder(file, 1)).collect();
                folders.dedup();
                folders.retain(|of| of.to_string_lossy().ends_with(end));
                folders.retain(|of| files.iter().filter(|file| file.starts_with(of)).any(|file| has_kernel(&file)));
                folders.truncate(n);
                Some(folders)
            }
        };
        files.retain(|file| chosen.as_ref().is_none_or(|all| all.iter().any(|folder| file.starts_with(folder))));
        let of_language: &[&str] = if self.ends == "cl" { &OF_OPENCL } else { &OF_CUDA };
        Files {
            verified: files.iter().filter(|file| ends(file, &[self.ends])).cloned().collect(),
            texts: files.into_iter().filter(|file| ends(file, of_language)).collect(),
        }
    }

    /// Whether a file of the suite is wrong, if the suite says so.
    pub fn is_wrong(&self, file: &Path) -> Option<bool> {
        match self.labels {
            Labels::None => None,
            Labels::All(wrong) => Some(wrong),
            Labels::Names => Some(file.file_name()?.to_string_lossy().starts_with("race")),
            Labels::References => Some(std::fs::read_to_string(file.with_extension("ref")).ok()?.contains("ERROR")),
        }
    }

    /// The options for a file: those of its folders, with folders to include below the folder with all suites, and the
    /// launch that a labelled suite is about. Empty files are written to the folder `made`.
    pub fn options(&self, all: &Path, file: &Path, made: &Path) -> Vec<String> {
        let mut out: Vec<String> = self.defined.iter().map(|name| format!("-D{name}")).collect();
        let path = below(file, all).to_string_lossy().into_owned();
        let root = all.join(self.folder.split('/').next().unwrap_or_default());
        for line in include_str!("options.txt").lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            if words.next().is_some_and(|start| path.starts_with(start)) {
                out.extend(words.map(|word| match (word.strip_prefix("-I"), word.strip_prefix('+')) {
                    (Some(folder), _) => format!("-I{}", root.join(folder).display()),
                    (None, Some(name)) => {
                        // Without the file, clang says so.
                        let _ = std::fs::create_dir_all(made).and_then(|()| std::fs::write(made.join(name), ""));
                        format!("-I{}", made.display())
                    }
                    (None, None) => word.to_owned(),
                }));
            }
        }
        out.extend(self.launch(file));
        out
    }

    /// The launch of a file of a labelled suite, since its label is about that launch.
    fn launch(&self, file: &Path) -> Vec<String> {
        match self.labels {
            Labels::References => {
                let text = read(&file.with_extension("sim"));
                let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
                let mut lines = lines.skip(2);
                let mut sizes = || lines.next().map(|line| line.split_whitespace().collect::<Vec<_>>().join(","));
                match (sizes(), sizes()) {
                    (Some(global), Some(local)) => {
                        vec![format!("--global_size={global}"), format!("--local_size={local}")]
                    }
                    _ => Vec::new(),
                }
            }
            Labels::Names => {
                let text = read(file);
                let number = |name: &str| {
                    let line = text.lines().find_map(|line| line.strip_prefix("#define")?.trim().strip_prefix(name))?;
                    line.trim().parse::<u32>().ok()
                };
                match (number("NBLOCKS"), number("TPERBLK")) {
                    (Some(blocks), Some(threads)) => {
                        vec![format!("--gridDim={blocks}"), format!("--blockDim={threads}")]
                    }
                    _ => Vec::new(),
                }
            }
            Labels::None | Labels::All(_) => Vec::new(),
        }
    }
}

/// A text, in which bytes that are no UTF-8 are replaced.
pub fn read(path: &Path) -> String {
    String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned()
}

fn ends(path: &Path, all: &[&str]) -> bool {
    path.extension().is_some_and(|end| all.iter().any(|one| end == *one))
}

/// The path from a folder.
pub fn below<'p>(path: &'p Path, folder: &Path) -> &'p Path {
    path.strip_prefix(folder).unwrap_or(path)
}

/// All files below a folder, sorted.
fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.is_symlink() {
            walk(&path, out);
        } else if path.is_file() {
            out.push(path);
        }
    }
}
