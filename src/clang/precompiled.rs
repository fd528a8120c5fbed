//! The declarations of a language, precompiled by clang.
//!
//! In: a folder for caches, the clang, and how clang reads a language. Out: a file for `-include-pch`, and the
//! declarations in it as a text, since clang prints no declarations of such a file. Both are made when they are needed
//! for the first time. Their names contain a hash of all that they depend on, and of the precompiled file itself, so
//! that a file which is not exactly as it was written is made again.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};

use syntax::c::{declared_by_language, Language};
use vcgen::cache::Key;

/// The first word of the text.
const FORMAT: &str = "sepal-declarations-1";
/// The largest files that are read, in bytes.
const LARGEST: u64 = 64 << 20;
/// What is older than this is removed when something new is made.
const OLDEST: Duration = Duration::from_secs(60 * 60 * 24);

/// What is precompiled, and by which clang.
pub struct Source<'a> {
    /// The clang, with the arguments that make it clang.
    pub program: (&'a Path, &'a [&'a str]),
    /// How clang reads the language.
    pub arguments: Vec<OsString>,
    /// The language.
    pub language: Language,
    /// The folder with the declarations of all languages.
    pub folder: &'a Path,
    /// The file to precompile, and the files that it includes.
    pub files: Vec<PathBuf>,
}

/// Precompiled declarations.
pub struct Precompiled {
    /// The file for `-include-pch`.
    pub file: PathBuf,
    /// The declarations, as the front end reads them.
    pub declared: String,
}

impl Source<'_> {
    /// What the cache has, or else what clang makes. `None` if it cannot be made or kept: the declarations are then
    /// read as a text.
    pub fn precompiled(&self, cache: &Path) -> Option<Precompiled> {
        let name = self.key()?.hex().get(..32)?.to_owned();
        if let Some(kept) = read(cache, &name) {
            return Some(kept);
        }
        // Threads that verify other files wait for the one that runs clang.
        static MAKING: Mutex<()> = Mutex::new(());
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        read(cache, &name).or_else(|| self.make(cache, &name))
    }

    /// A hash of all that the result depends on.
    fn key(&self) -> Option<Key> {
        let mut all: Vec<u8> = Vec::new();
        let mut add = |part: &[u8]| {
            all.extend((part.len() as u64).to_le_bytes());
            all.extend(part);
        };
        add(env!("SEPAL_BUILD").as_bytes());
        let program = fs::canonicalize(self.program.0).ok()?;
        let data = fs::metadata(&program).ok()?;
        let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        add(program.as_os_str().as_encoded_bytes());
        add(format!("{} {}", data.len(), changed.as_nanos()).as_bytes());
        self.arguments.iter().for_each(|argument| add(argument.as_encoded_bytes()));
        for file in &self.files {
            add(file.as_os_str().as_encoded_bytes());
            add(&fs::read(file).ok()?);
        }
        Some(Key::of_bytes(&all))
    }

    /// Runs clang for the precompiled file and for the declarations, and keeps both.
    fn make(&self, cache: &Path, name: &str) -> Option<Precompiled> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let other = cache.join(format!("{name}.{}.{number}.tmp", std::process::id()));
        let made = self.run(&["-emit-pch", "-fno-pch-timestamp", "-o"], Some(&other)).and_then(|_| {
            let hash = Key::of_bytes(&fs::read(&other).ok()?).hex();
            let file = cache.join(format!("{name}.{}.pch", hash.get(..32)?));
            fs::rename(&other, &file).ok()?;
            Some((hash, file))
        });
        let kept = made.and_then(|(hash, file)| {
            let tree = String::from_utf8(self.run(&["-fsyntax-only", "-ast-dump=json"], None)?).ok()?;
            let declared = declared_by_language(&tree, self.folder.to_str()?, self.language)?;
            let seal = Key::of_bytes(declared.as_bytes()).hex();
            fs::write(&other, format!("{FORMAT} {hash} {seal}\n{declared}")).ok()?;
            fs::rename(&other, cache.join(format!("{name}.declared"))).ok()?;
            Some(Precompiled { file, declared })
        });
        match &kept {
            Some(_) => remove_old(cache),
            None => drop(fs::remove_file(&other)),
        }
        kept
    }

    /// What clang prints about the file, with these arguments.
    fn run(&self, how: &[&str], to: Option<&Path>) -> Option<Vec<u8>> {
        let mut command = Command::new(self.program.0);
        command.args(self.program.1).args(&self.arguments).args(how).args(to).arg(self.files.first()?);
        let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
        output.status.success().then_some(output.stdout)
    }
}

/// Removes what was made some time ago, mostly by other builds of Sepal. Who needs it still makes it again.
fn remove_old(cache: &Path) {
    let Ok(entries) = fs::read_dir(cache) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let own = path.extension().is_some_and(|end| end == "pch" || end == "declared");
        let made = fs::metadata(&path).and_then(|data| data.modified());
        if own && made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > OLDEST)) {
            drop(fs::remove_file(path));
        }
    }
}

/// What the cache has under a name; `None` if it is not exactly as it was written.
fn read(cache: &Path, name: &str) -> Option<Precompiled> {
    let path = cache.join(format!("{name}.declared"));
    let short = |path: &Path| fs::metadata(path).is_ok_and(|data| data.len() <= LARGEST);
    let text = short(&path).then(|| fs::read_to_string(path).ok())??;
    let (first, declared) = text.split_once('\n')?;
    let mut words = first.split(' ');
    let (format, hash, seal) = (words.next()?, words.next()?, words.next()?);
    if format != FORMAT || seal != Key::of_bytes(declared.as_bytes()).hex() {
        return None;
    }
    let file = cache.join(format!("{name}.{}.pch", hash.get(..32)?));
    let same = short(&file) && Key::of_bytes(&fs::read(&file).ok()?).hex() == hash;
    same.then(|| Precompiled { file, declared: declared.to_owned() })
}
