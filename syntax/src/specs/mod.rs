//! Specifications of functions that the code calls and no file of the user defines.
//!
//! ```text
//! files of specifications ──parsed if needed──▶ names ──those that a file calls──▶ functions, behind the file's text
//! ```
//!
//! A file of specifications is one of PVL that declares pure functions. The contract of a function with a body is
//! proved from it, and that of a function without body is trusted. Those that belong to Sepal are in `stdlib-specs/`.
//!
//! In: files of specifications, and the names that a file calls. Out: the trees of the functions that the file needs,
//! and the texts of their files, in which the places of the trees are.

pub mod own;

use crate::pvl::ast::{File, Function, Item};
use crate::pvl::lex::lex;
use crate::pvl::parse;
use crate::pvl::tokens::Kind;
use ir::{parts, Origin};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, OnceLock};

/// The files that belong to Sepal.
const BUILT_IN: [(&str, &str); 2] = [
    ("stdlib-specs/math.pvl", include_str!("../../../stdlib-specs/math.pvl")),
    ("stdlib-specs/integer.pvl", include_str!("../../../stdlib-specs/integer.pvl")),
];

/// The paths and the texts of the files that belong to Sepal.
pub fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUILT_IN.into_iter()
}

/// A file of specifications.
#[derive(Debug)]
struct Source {
    path: String,
    text: String,
    origin: Origin,
    /// The names with a parenthesis behind them, those of all functions among them.
    words: BTreeSet<String>,
    functions: OnceLock<Functions>,
}

/// The functions of a file by name, each with the names that it calls.
type Functions = BTreeMap<String, BTreeSet<String>>;

impl Source {
    fn new(path: &str, text: &str, origin: Origin) -> Self {
        let words = called(text).into_iter().map(str::to_owned).collect();
        Self { path: path.to_owned(), text: text.to_owned(), origin, words, functions: OnceLock::new() }
    }

    /// All functions. The first call parses the text.
    fn functions(&self) -> &Functions {
        self.functions.get_or_init(|| {
            let calls = |f: &Function| called(f.at.0.text(&self.text)).into_iter().map(str::to_owned).collect();
            let declared = functions(parse::parse(&self.text).file);
            declared.iter().map(|f| (f.name.text.clone(), calls(f))).collect()
        })
    }

    /// The function with this name, and the names that it calls. Most files call no function of the specifications,
    /// and parsing these would be most of the work on a small file. So a text without the name is not parsed.
    fn function(&self, name: &str) -> Option<(&String, &BTreeSet<String>)> {
        self.words.contains(name).then(|| self.functions().get_key_value(name)).flatten()
    }
}

/// The files that a user names. Those that belong to Sepal are a part of each set.
#[derive(Clone, Debug, Default)]
pub struct SpecSet {
    of_user: Arc<[Source]>,
}

/// The functions that a file needs.
#[derive(Debug, Default)]
pub struct Chosen {
    /// The trees, those of the user first, each with who declares it.
    pub functions: Vec<(Origin, Function)>,
    /// The paths and the texts of the files that declare them, in the order in which they stand behind the file.
    pub files: Vec<(String, String)>,
}

impl Chosen {
    /// The text with those of the files behind it, if there are some.
    pub fn behind(&self, text: &str) -> Option<String> {
        let files = self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        (!self.files.is_empty()).then(|| parts::joined(text, files).0)
    }
}

impl SpecSet {
    fn sources(&self) -> impl Iterator<Item = &Source> {
        static ALL: LazyLock<Vec<Source>> =
            LazyLock::new(|| BUILT_IN.iter().map(|(path, text)| Source::new(path, text, Origin::BuiltIn)).collect());
        self.of_user.iter().chain(ALL.iter())
    }

    /// The functions with these names, and those that they call. Their places are behind a text of this length, with
    /// the texts of their files.
    pub fn chosen(&self, names: &BTreeSet<&str>, length: usize) -> Chosen {
        let mut needed: BTreeSet<(Origin, &str)> = BTreeSet::new();
        // The function for `float` has an `f` behind the name of that for `double`.
        let both = |name: &str| [name.to_owned(), format!("{name}f")];
        let named = names.iter().flat_map(|name| both(name));
        let mut open: Vec<(Origin, String)> = named.map(|name| (Origin::File, name)).collect();
        while let Some((from, name)) = open.pop() {
            for source in self.sources().filter(|source| source.origin >= from) {
                let Some((name, calls)) = source.function(&name) else { continue };
                if needed.insert((source.origin, name)) {
                    open.extend(calls.iter().flat_map(|name| both(name)).map(|name| (source.origin, name)));
                }
            }
        }
        let (mut out, mut length) = (Chosen::default(), length);
        for source in self.sources() {
            let is_needed = |name: &str| needed.contains(&(source.origin, name));
            if !needed.iter().any(|(origin, name)| *origin == source.origin && source.function(name).is_some()) {
                continue;
            }
            let (_, starts) = parts::joined("", std::iter::once((source.path.as_str(), source.text.as_str())));
            let start = length + starts.first().copied().unwrap_or_default();
            // Blanks in front of the text make its places those behind the file.
            let placed = parse::parse(&(" ".repeat(start) + &source.text)).file;
            let chosen = functions(placed).into_iter().filter(|f| is_needed(&f.name.text));
            out.functions.extend(chosen.map(|f| (source.origin, f)));
            out.files.push((source.path.clone(), source.text.clone()));
            length = start + source.text.len();
        }
        out
    }
}

/// The functions of a file.
fn functions(file: File) -> Vec<Function> {
    let function = |item| match item {
        Item::Function(function) => Some(function),
        Item::Kernel(_) | Item::Procedure(_) | Item::Class(_) | Item::Enum(_) | Item::Resource(_) => None,
    };
    file.items.into_iter().filter_map(function).collect()
}

/// The names that a text calls: the words with a parenthesis behind them.
pub fn called(text: &str) -> BTreeSet<&str> {
    let tokens = lex(text).tokens;
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let calls = pairs.filter(|(name, next)| name.kind == Kind::Word && next.span.text(text) == "(");
    calls.map(|(name, _)| name.span.text(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::{built_in, SpecSet};
    use std::collections::BTreeSet;

    #[test]
    fn a_function_is_chosen_with_those_that_it_calls_and_placed_behind_the_text() {
        let mut of_user = vec![("own.pvl", "pure int f(int n) = g(n); pure int g(int n) = n; pure int h(int n) = n;")];
        let set = SpecSet::of_user(of_user.clone()).expect("files without errors");
        let chosen = set.chosen(&BTreeSet::from(["f"]), 100);
        let text = chosen.behind(&" ".repeat(100)).expect("a file");
        let names: Vec<&str> = chosen.functions.iter().map(|(_, f)| f.name.at.0.text(&text)).collect();
        assert_eq!(names, ["f", "g"]);
        let long = set.chosen(&BTreeSet::from(["f"]), 100_000).behind(&" ".repeat(100_000)).expect("a file");
        assert!(long.ends_with("pure int h(int n) = n;"), "a long text is no problem");
        assert!(set.chosen(&BTreeSet::from(["F"]), 7).behind("k").is_none());
        of_user.push(("other.pvl", "pure int f(int n) = 0;"));
        assert!(SpecSet::of_user(of_user).is_err(), "a function is declared twice");
    }

    #[test]
    fn the_files_of_sepal_have_no_errors_and_declare_each_name_once() {
        SpecSet::of_user(built_in().collect()).expect("no errors");
    }
}
