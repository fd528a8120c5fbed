//! `compile_commands.json`: how the files of a project are compiled.
//!
//! In: such a file, which build systems write. Out: for each source file, the macros that its command defines, the
//! folders in which the command looks for included files, the files that it includes first, and the options that may
//! change what the file means and that Sepal does not follow. Of two commands for one file, the first one counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ir::diagnostic::Diagnostic;
use ir::Span;
use serde_json::Value;

use super::folders::Search;
use super::options::{self, Change};
use super::standard::Standard;

/// The name that these files have.
pub const NAME: &str = "compile_commands.json";

/// What the command of a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Macros: `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Folders with files to include, in order.
    pub include: Vec<(Search, PathBuf)>,
    /// Files whose macros are defined in front of the text.
    pub macros: Vec<PathBuf>,
    /// Files that are included in front of the text.
    pub first: Vec<PathBuf>,
    /// The version of OpenCL.
    pub standard: Option<Standard>,
    /// Options with which the file means something else than Sepal reads.
    pub refused: Vec<String>,
    /// Options that may change what the file means.
    pub not_followed: Vec<String>,
}

/// The commands of a project, by the files that they compile.
#[derive(Clone, Debug, Default)]
pub struct Project {
    commands: BTreeMap<PathBuf, Command>,
}

impl Project {
    /// Adds the commands of a file.
    pub fn add(&mut self, path: &Path) -> Result<(), String> {
        let failed = |why: String| format!("`{}` cannot be read: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
        let entries: Vec<Value> = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
        let here = path.parent().unwrap_or(Path::new(""));
        for entry in entries {
            let word = |name: &str| entry.get(name).and_then(Value::as_str);
            let (Some(directory), Some(file)) = (word("directory"), word("file")) else {
                return Err(failed("an entry has no `directory` or no `file`".to_owned()));
            };
            let list = entry.get("arguments").and_then(Value::as_array);
            let words = match (list, word("command")) {
                (Some(list), _) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
                (None, Some(command)) => words(command),
                (None, None) => return Err(failed(format!("the entry of `{file}` has no command"))),
            };
            // A folder that is no absolute path counts from that of the file.
            let folder = here.join(directory);
            let command = command(&words, &folder, 0)?;
            let _ = self.commands.entry(whole(&folder.join(file))).or_insert(command);
        }
        Ok(())
    }

    /// What the command of a file says; nothing for a file that the project does not compile.
    pub fn of(&self, file: &Path) -> Command {
        self.commands.get(&whole(file)).cloned().unwrap_or_default()
    }
}

/// The path by which files are compared.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// What an option with a value says.
#[derive(Clone, Copy)]
enum Said {
    Define,
    Undefine,
    Folder(Search),
    Macros,
    First,
    Words,
    ForOthers,
    Standard,
    /// A value that some options have: the first part of the option, and the values with which it changes nothing.
    One(&'static str, &'static [&'static str]),
}

const STANDARD: Said = Said::One("-std=", &["c++17", "gnu++17"]);
const LANGUAGE: Said = Said::One("-x", &["cu", "cuda", "cl"]);

/// Options with a value, as one word with it or in front of it.
const VALUED: [(&str, Said); 29] = [
    ("-cl-std", Said::Standard),
    ("--std", STANDARD),
    ("-std", STANDARD),
    ("--machine", Said::One("-m", &["64"])),
    ("--x", LANGUAGE),
    ("-x", LANGUAGE),
    ("--define-macro", Said::Define),
    ("--undefine-macro", Said::Undefine),
    ("--include-path", Said::Folder(Search::Any)),
    ("--include-directory-after", Said::Folder(Search::After)),
    ("--include-directory", Said::Folder(Search::Any)),
    ("--system-include", Said::Folder(Search::System)),
    ("--pre-include", Said::First),
    ("--imacros", Said::Macros),
    ("--include", Said::First),
    ("--options-file", Said::Words),
    ("--compiler-options", Said::ForOthers),
    ("-Xcompiler", Said::ForOthers),
    ("-Wp,", Said::ForOthers),
    ("-isystem-after", Said::Folder(Search::After)),
    ("-isystem", Said::Folder(Search::System)),
    ("-iquote", Said::Folder(Search::Quotes)),
    ("-idirafter", Said::Folder(Search::After)),
    ("-imacros", Said::Macros),
    ("-include", Said::First),
    ("-optf", Said::Words),
    ("-D", Said::Define),
    ("-U", Said::Undefine),
    ("-I", Said::Folder(Search::Any)),
];

/// What the words of a command say, in a folder. Files with further words may name such files, not too deeply.
fn command(words: &[String], folder: &Path, depth: usize) -> Result<Command, String> {
    let mut out = Command::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if options::takes_word(word) {
            let _ = words.next();
            continue;
        }
        let word = if word == "-m" { "--machine" } else { word.as_str() };
        let valued = || VALUED.iter().find_map(|(name, said)| Some((*said, word.strip_prefix(name)?)));
        let file = || word.strip_prefix('@').map(|rest| (Said::Words, rest));
        // These options start like others.
        let other = ["-include-", "-I-", "--include-", "-stdlib"].iter().any(|start| {
            word.starts_with(start)
                && !["--include-path", "--include-directory"].iter().any(|one| word.starts_with(one))
        });
        let Some((said, rest)) = valued().or_else(file).filter(|_| !other) else {
            out.note(word);
            continue;
        };
        let value = match rest.strip_prefix('=').unwrap_or(rest) {
            "" => words.next().map_or("", String::as_str),
            value => value,
        };
        match said {
            Said::Define => out.define.push(value.to_owned()),
            Said::Undefine => {
                let before = out.define.len();
                out.define.retain(|known| known.split(['=', '(']).next() != Some(value));
                if out.define.len() == before {
                    out.note(&format!("-U{value}"));
                }
            }
            Said::Folder(search) => out.include.push((search, folder.join(value))),
            Said::Standard => match Standard::named(value) {
                // Of several versions, clang follows the last one.
                Some(standard) => out.standard = Some(standard),
                None => out.note(&format!("-cl-std={value}")),
            },
            Said::One(_, harmless) if harmless.contains(&value) => {}
            Said::One(start, _) => out.note(&format!("{start}{value}")),
            Said::Macros => out.macros.push(folder.join(value)),
            Said::First => out.first.push(folder.join(value)),
            Said::Words | Said::ForOthers if depth > 8 => {
                return Err(format!("`{value}` is named by too many files with options"));
            }
            Said::Words => {
                let path = folder.join(value);
                let text = fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
                out.add(command(&self::words(&text), folder, depth + 1)?);
            }
            Said::ForOthers => {
                let inner = value.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned);
                out.add(command(&inner.collect::<Vec<_>>(), folder, depth + 1)?);
            }
        }
    }
    Ok(out)
}

/// What options of clang say that a person gives as one text, in a folder.
pub fn of_text(text: &str, folder: &Path) -> Result<Command, String> {
    command(&words(text), folder, 0)
}

impl Command {
    /// The error for a file that the command compiles with other types than Sepal's.
    pub fn refusal(&self) -> Option<Diagnostic> {
        let option = self.refused.first()?;
        let message =
            format!("clang is given the option `{option}` for this file, with which types differ from those of Sepal");
        let help = "leave the option out, if the kernels do without it";
        Some(Diagnostic::new("input.no-clang", Span::new(0, 0), message).label("not read").help(help))
    }

    /// Adds what further words say.
    pub fn add(&mut self, inner: Self) {
        self.define.extend(inner.define);
        self.include.extend(inner.include);
        self.macros.extend(inner.macros);
        self.first.extend(inner.first);
        self.standard = inner.standard.or(self.standard);
        inner.refused.iter().chain(&inner.not_followed).for_each(|word| self.note(word));
    }

    /// Notes an option that Sepal does not follow.
    fn note(&mut self, word: &str) {
        let list = match options::change(word) {
            Change::None => return,
            Change::Maybe => &mut self.not_followed,
            Change::Meaning => &mut self.refused,
        };
        if !list.iter().any(|known| known == word) {
            list.push(word.to_owned());
        }
    }
}

/// The words of a command, as a shell separates them.
pub fn words(text: &str) -> Vec<String> {
    let (mut out, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                let _ = word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    out.extend(word);
    out
}

#[cfg(test)]
mod tests {
    use super::{command, words, Command, Search, Standard};
    use std::path::{Path, PathBuf};

    #[test]
    fn commands_say_what_is_defined_and_where_files_are() {
        let line = r#"nvcc -DN=4 -D 'T=a b' -DQ=\"x\" -U N -Iinc -I /abs -isystem=sys -iquote q -idirafter=last"#;
        let line = format!("{line} -include pre.h -imacros m.h -O3 --define-macro=M k.cu");
        let folders = [
            (Search::Any, "/p/inc"),
            (Search::Any, "/abs"),
            (Search::System, "/p/sys"),
            (Search::Quotes, "/p/q"),
            (Search::After, "/p/last"),
        ];
        let expected = Command {
            define: ["T=a b", "Q=\"x\"", "M"].map(str::to_owned).into(),
            include: folders.map(|(search, folder)| (search, PathBuf::from(folder))).into(),
            macros: vec![PathBuf::from("/p/m.h")],
            first: vec![PathBuf::from("/p/pre.h")],
            ..Command::default()
        };
        assert_eq!(command(&words(&line), Path::new("/p"), 0), Ok(expected));
        assert!(command(&words("@no-such-file"), Path::new("/p"), 0).is_err());
    }

    #[test]
    fn the_last_version_counts() {
        let of = |line: &str| command(&words(line), Path::new("/p"), 0).unwrap_or_default();
        assert_eq!(of("clang -cl-std=CL1.2 -cl-std=CL2.0 k.cl").standard, Some(Standard::Two));
        let mut both = of("clang -cl-std=CL2.0 k.cl");
        both.add(of("clang -cl-std=CL1.2 k.cl"));
        assert_eq!(both.standard, Some(Standard::One));
    }

    #[test]
    fn options_that_change_meanings_are_named() {
        let of = |line: &str| command(&words(line), Path::new("/p"), 0).unwrap_or_default();
        assert_eq!(of("nvcc -m 32 -std c++20 -x c++ --machine=64 -x cu --std=c++17").refused, ["-m32"]);
        assert_eq!(
            of("nvcc -m 64 -std c++20 -x c++ --machine=64 -x cu -Ofast").not_followed,
            ["-std=c++20", "-xc++", "-Ofast"]
        );
        let line =
            "nvcc -Xcompiler -fPIC,-funsigned-char,-DN -Xptxas -v -m32 -std=c++14 -arch sm_90 -o out.o -c k.cu -UA";
        let said = of(line);
        assert_eq!(said.refused, ["-funsigned-char", "-m32"]);
        assert_eq!(said.not_followed, ["-std=c++14", "-UA"]);
        assert_eq!(said.define, ["N"]);
        assert_eq!(of("nvcc -include-pch a.pch -I- -fshort-enums").refused, ["-fshort-enums"]);
        assert_eq!(of("nvcc -include-pch a.pch -I-").not_followed, ["-include-pch", "-I-"]);
    }
}
