//! `compile_commands.json`: how the files of a project are compiled.
//!
//! In: such a file, which build systems write. Out: for each source file, the macros that its command defines, the
//! folders in which the command looks for included files, and the files that it includes first. Other options do not
//! change what a file means here. Of two commands for one file, the first one counts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// The name that these files have.
pub const NAME: &str = "compile_commands.json";

/// What the command of a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// Macros: `NAME` or `NAME=VALUE`.
    pub define: Vec<String>,
    /// Folders with files to include.
    pub include: Vec<PathBuf>,
    /// Files that are included in front of the text.
    pub first: Vec<PathBuf>,
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

/// Options with a value, as one word with it or in front of it.
const VALUED: [(&str, char); 11] = [
    ("--define-macro", 'D'),
    ("--undefine-macro", 'U'),
    ("--include-path", 'I'),
    ("--system-include", 'I'),
    ("--pre-include", 'f'),
    ("--options-file", '@'),
    ("-isystem", 'I'),
    ("-iquote", 'I'),
    ("-idirafter", 'I'),
    ("-include", 'f'),
    ("-optf", '@'),
];

/// What the words of a command say, in a folder. Files with further words may name such files, not too deeply.
fn command(words: &[String], folder: &Path, depth: usize) -> Result<Command, String> {
    let mut out = Command::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let short = ["-D", "-U", "-I"].iter().find_map(|sign| Some((sign.chars().last()?, word.strip_prefix(sign)?)));
        let long = || VALUED.iter().find_map(|(name, sign)| Some((*sign, word.strip_prefix(name)?)));
        let file = || word.strip_prefix('@').map(|rest| ('@', rest));
        let Some((sign, rest)) = short.or_else(long).or_else(file) else { continue };
        let value = match rest.strip_prefix('=').unwrap_or(rest) {
            "" => words.next().map_or("", String::as_str),
            value => value,
        };
        match sign {
            'D' => out.define.push(value.to_owned()),
            'U' => out.define.retain(|known| known.split('=').next() != Some(value)),
            'I' => out.include.push(folder.join(value)),
            'f' => out.first.push(folder.join(value)),
            _ => {
                let path = folder.join(value);
                let text = fs::read_to_string(&path).map_err(|error| format!("`{}`: {error}", path.display()))?;
                if depth > 8 {
                    return Err(format!("`{}` is named by too many files with options", path.display()));
                }
                let inner = command(&self::words(&text), folder, depth + 1)?;
                out.define.extend(inner.define);
                out.include.extend(inner.include);
                out.first.extend(inner.first);
            }
        }
    }
    Ok(out)
}

/// The words of a command, as a shell separates them.
fn words(text: &str) -> Vec<String> {
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
    #[test]
    fn commands_say_what_is_defined_and_where_files_are() {
        use super::{command, words, Command};
        use std::path::{Path, PathBuf};
        let line = r#"nvcc -DN=4 -D 'T=a b' -DQ=\"x\" -U N -Iinc -I /abs -isystem=sys"#;
        let line = format!("{line} -include pre.h -O3 --define-macro=M k.cu");
        let expected = Command {
            define: ["T=a b", "Q=\"x\"", "M"].map(str::to_owned).into(),
            include: ["/p/inc", "/abs", "/p/sys"].map(PathBuf::from).into(),
            first: vec![PathBuf::from("/p/pre.h")],
        };
        assert_eq!(command(&words(&line), Path::new("/p"), 0), Ok(expected));
        assert!(command(&words("@no-such-file"), Path::new("/p"), 0).is_err());
    }
}
