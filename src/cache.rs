//! The proofs of earlier runs, in files.
//!
//! In: the folder, and a file to verify. Out: the proofs that earlier runs noted for this file; and on the disk, those
//! of this run as well. A folder has a *pack* for each file that was verified: a text with a line for each proof, and a
//! hash of all lines at the end. A pack that is not exactly as it was written counts as empty. Packs are written under
//! another name and then renamed, so that runs at the same time never see half a pack; of two that write the same pack,
//! one wins. `book/src/design/cache.md` says what is guaranteed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use vcgen::cache::{Cache, Key, Note};

/// The first line of a pack.
const FORMAT: &str = "sepal proofs 1";
/// A proof that this many runs did not need is forgotten. Only runs that write the pack count.
const OLDEST: u32 = 16;
/// A pack that no run has written for this time is removed.
const STALE: Duration = Duration::from_secs(60 * 60 * 24 * 60);
/// The largest pack that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// A folder with packs.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    versions: String,
}

/// The proofs of one file.
pub struct Pack {
    path: PathBuf,
    versions: String,
    lines: Mutex<BTreeMap<Key, Line>>,
}

/// A proof of a pack.
struct Line {
    note: Note,
    /// The number of runs that wrote the pack and did not need the proof.
    age: u32,
    /// Whether this run has needed the proof, or found it.
    used: bool,
    /// Whether this run has found the proof.
    new: bool,
}

impl Folder {
    /// The folder that the command line or the environment names, or the user's. `None` if no proofs are to be kept, or
    /// if the version of the sources of this command is not known.
    pub fn find(named: Option<&Path>, none: bool) -> Option<Self> {
        let path = if none { None } else { named.map(Path::to_path_buf).or_else(default_folder) }?;
        let build = env!("SEPAL_BUILD");
        if build.is_empty() {
            return None;
        }
        let version = env!("CARGO_PKG_VERSION");
        Some(Self { path, versions: format!("sepal {version} {build} z3 {}", vcgen::solver::version()) })
    }

    /// Makes the folder, if it does not exist. An error if it cannot be used: also if others may write to it.
    pub fn prepare(&self) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("the folder `{}` cannot be used: {error}", self.path.display());
        create_private(&self.path).map_err(failed)?;
        is_private(&self.path).map_err(failed)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The pack for a file.
    pub fn pack(&self, file: &str) -> Pack {
        let full = fs::canonicalize(file).unwrap_or_else(|_| PathBuf::from(file));
        let name = Key::of_bytes(full.as_os_str().as_encoded_bytes()).hex();
        let name = name.get(..32).unwrap_or_default();
        let path = self.path.join(format!("{name}.proofs"));
        let lines = read(&path, &self.versions).unwrap_or_default();
        Pack { path, versions: self.versions.clone(), lines: Mutex::new(lines) }
    }
}

impl Pack {
    /// Writes the pack, if this run has found a proof. A pack that cannot be written is not kept: only time is lost.
    pub fn save(self) {
        let lines = self.lines.into_inner().unwrap_or_else(PoisonError::into_inner);
        if !lines.values().any(|line| line.new) {
            return;
        }
        if !self.path.exists() {
            self.path.parent().into_iter().for_each(remove_stale);
        }
        let text = written(&self.versions, &lines);
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let other = self.path.with_extension(format!("{}.{number}.tmp", std::process::id()));
        let saved = fs::write(&other, text).and_then(|()| fs::rename(&other, &self.path));
        if saved.is_err() {
            drop(fs::remove_file(&other));
        }
    }
}

impl Cache for Pack {
    fn versions(&self) -> &str {
        &self.versions
    }

    fn find(&self, key: &Key) -> Option<Note> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let line = lines.get_mut(key)?;
        line.used = true;
        Some(line.note.clone())
    }

    fn is_empty(&self) -> bool {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).is_empty()
    }

    fn note(&self, key: Key, note: &Note) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = lines.insert(key, Line { note: note.clone(), age: 0, used: true, new: true });
    }
}

/// The proofs of a pack; `None` if it is not exactly as this version of Sepal writes it.
fn read(path: &Path, versions: &str) -> Option<BTreeMap<Key, Line>> {
    if fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (content, seal) = text.strip_suffix('\n')?.rsplit_once('\n')?;
    let content = format!("{content}\n");
    if seal != sealed(&content) {
        return None;
    }
    let mut lines = content.lines();
    if lines.next()? != FORMAT || lines.next()? != versions {
        return None;
    }
    let line = |line: &str| {
        let (key, rest) = line.split_once(' ')?;
        let (age, note) = rest.split_once(' ')?;
        let line = Line { note: Note::of_line(note)?, age: age.parse().ok()?, used: false, new: false };
        Some((Key::of_hex(key)?, line))
    };
    lines.map(line).collect()
}

fn written(versions: &str, lines: &BTreeMap<Key, Line>) -> String {
    let mut content = format!("{FORMAT}\n{versions}\n");
    for (key, line) in lines {
        let age = if line.used { 0 } else { line.age + 1 };
        if let Some(note) = line.note.line().filter(|_| age <= OLDEST) {
            content.push_str(&format!("{} {age} {note}\n", key.hex()));
        }
    }
    let seal = sealed(&content);
    format!("{content}{seal}\n")
}

/// The last line of a pack with this content.
fn sealed(content: &str) -> String {
    format!("end {}", Key::of_bytes(content.as_bytes()).hex())
}

/// The folder of the environment variable `SEPAL_CACHE`, or else the user's. An empty variable means
/// that there is no cache.
fn default_folder() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SEPAL_CACHE") {
        return (!named.is_empty()).then(|| PathBuf::from(named));
    }
    let folder = |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let of_user = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library").join("Caches"))
    } else {
        folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")))
    };
    of_user.map(|path| path.join("sepal"))
}

/// Removes packs, and what interrupted runs left, if nobody has written them for a long time.
fn remove_stale(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let own = path.extension().is_some_and(|end| end == "proofs" || end == "tmp");
        let age = fs::metadata(&path).and_then(|data| data.modified()).map(|time| time.elapsed().unwrap_or_default());
        if own && age.is_ok_and(|age| age > STALE) {
            drop(fs::remove_file(path));
        }
    }
}

/// Makes a folder to which only its owner may write.
#[cfg(unix)]
fn create_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> std::io::Result<()> {
    fs::create_dir_all(path)
}

/// An error if somebody else than its owner may write to a folder: whoever can write a pack can claim proofs.
#[cfg(unix)]
fn is_private(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let data = fs::metadata(path)?;
    let refused = |what: &str| Err(std::io::Error::new(std::io::ErrorKind::PermissionDenied, what.to_owned()));
    if data.permissions().mode() & 0o022 != 0 {
        return refused("others may write to it, and whoever writes to it can claim proofs");
    }
    // Where the system tells who runs this process, the folder must be theirs.
    match fs::metadata("/proc/self") {
        Ok(own) if own.uid() != data.uid() => refused("it belongs to somebody else"),
        Ok(_) | Err(_) => Ok(()),
    }
}

#[cfg(not(unix))]
fn is_private(_: &Path) -> std::io::Result<()> {
    Ok(())
}
