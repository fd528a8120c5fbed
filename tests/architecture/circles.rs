//! Which files of a crate need each other in a circle.
//!
//! In: the sources of a crate. Out: sets of files, each of which needs each other of its set. A file needs another one
//! if it names something that stands there: by `crate::…`, by `super::…`, or by a module of its own. What a module
//! hands on with `pub use` stands where it is defined.

use std::collections::{BTreeMap, BTreeSet};

/// The path of a module inside its crate: `["replay", "search"]`.
type Module = Vec<String>;

/// The sources of a crate: for each file its path inside `src/`, and its text.
pub fn circles(sources: &[(String, String)]) -> Vec<Vec<String>> {
    let files: BTreeMap<Module, File> =
        sources.iter().map(|(path, text)| (module(path), File::read(&module(path), text))).collect();
    let needs: BTreeMap<&Module, BTreeSet<Module>> =
        files.iter().map(|(own, file)| (own, file.needs(own, &files))).collect();
    let reached: BTreeMap<&Module, BTreeSet<Module>> =
        files.keys().map(|start| (start, reachable(start, &needs))).collect();
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for (own, there) in &reached {
        let back = |other: &&Module| reached.get(*other).is_some_and(|from| from.contains(*own));
        let circle: Vec<String> = there.iter().filter(back).map(|m| m.join("::")).collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

fn module(path: &str) -> Module {
    let mut out: Module = path.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if out.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        out.pop();
    }
    out
}

fn reachable(start: &Module, needs: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![start.clone()]);
    while let Some(next) = open.pop() {
        for other in needs.get(&next).into_iter().flatten() {
            if seen.insert(other.clone()) {
                open.push(other.clone());
            }
        }
    }
    seen
}

/// What a file says about others.
struct File {
    /// Paths that it uses, from the root of the crate.
    uses: Vec<Module>,
    /// Names that it hands on, and the paths where they are, from the root of the crate.
    hands_on: BTreeMap<String, Module>,
}

impl File {
    fn read(own: &Module, text: &str) -> Self {
        let (mut uses, mut hands_on, mut body) = (Vec::new(), BTreeMap::new(), String::new());
        let mut relative = Vec::new();
        for statement in statements(text) {
            let (shared, rest) = match statement.trim_start().strip_prefix("pub") {
                // `pub(crate) use`, `pub(super) use`, `pub use`
                Some(rest) => (true, rest.trim_start_matches(|c: char| c != ' ' && c != '\n').trim_start()),
                None => (false, statement.trim_start()),
            };
            let Some(tree) = rest.strip_prefix("use ") else {
                body.push_str(&statement);
                body.push('\n');
                continue;
            };
            for path in expand(tree.trim_end_matches(';')) {
                let (path, name) = renamed(&path);
                let absolute = absolute(own, &path);
                match (shared, absolute) {
                    (true, Some(path)) => drop(hands_on.insert(name, path)),
                    (false, Some(path)) => uses.push(path),
                    // Of a child, of an item of this file, or of another crate: known where files are known.
                    (true, None) => drop(hands_on.insert(name, own.iter().cloned().chain(path).collect())),
                    (false, None) => relative.push(own.iter().cloned().chain(path).collect::<Module>()),
                }
            }
        }
        uses.extend(relative);
        for path in paths_in(&body) {
            match absolute(own, &path) {
                Some(path) => uses.push(path),
                None => uses.push(own.iter().cloned().chain(path).collect()),
            }
        }
        // What is handed on and used here as well is needed.
        let words: BTreeSet<&str> = body.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        uses.extend(hands_on.iter().filter(|(name, _)| words.contains(name.as_str())).map(|(_, path)| path.clone()));
        Self { uses, hands_on }
    }

    fn needs(&self, own: &Module, files: &BTreeMap<Module, File>) -> BTreeSet<Module> {
        let others = self.uses.iter().filter_map(|path| resolve(own, path, files, 8));
        others.filter(|other| other != own).collect()
    }
}

/// The file in which a path ends.
fn resolve(own: &Module, path: &Module, files: &BTreeMap<Module, File>, most: usize) -> Option<Module> {
    let length = (0..=path.len()).rev().find(|n| files.contains_key(&path[..*n]))?;
    let file = &path[..length];
    // A word of this file that is no module of it says nothing.
    if file == own.as_slice() {
        let next = path.get(length).and_then(|name| files.get(file)?.hands_on.get(name));
        return next.filter(|_| most > 0).and_then(|next| resolve(own, next, files, most - 1));
    }
    let handed_on = path.get(length).and_then(|name| files.get(file)?.hands_on.get(name));
    match handed_on.filter(|_| most > 0) {
        Some(there) => resolve(own, there, files, most - 1),
        None => Some(file.to_vec()),
    }
}

/// `use` statements and the rest, without comments and without tests.
fn statements(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(|line| line.split("//").next().unwrap_or(line)).collect();
    let mut out: Vec<String> = Vec::new();
    let mut open = false;
    for (n, line) in lines.iter().enumerate() {
        let of_tests = line.trim_start().starts_with("#[cfg(") && line.contains("test");
        if of_tests && lines.get(n + 1).is_some_and(|next| next.starts_with("mod ") && next.contains('{')) {
            break;
        }
        let words = line.trim_start();
        let begins = words.starts_with("use ") || (words.starts_with("pub") && words.contains(" use "));
        match out.last_mut().filter(|_| open) {
            Some(last) => {
                last.push('\n');
                last.push_str(line);
            }
            None => out.push((*line).to_owned()),
        }
        open = (open || begins) && !line.contains(';');
    }
    out
}

/// `a::{b, c::{self, d}}` as `a::b`, `a::c`, `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else { return vec![tree.to_owned()] };
    let (head, inside) = (&tree[..open], &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())]);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    let parts = parts.into_iter().map(str::trim).filter(|part| !part.is_empty());
    parts.flat_map(|part| expand(&format!("{head}{part}"))).collect()
}

/// A path without its new name, and the name under which it is known.
fn renamed(path: &str) -> (Module, String) {
    let (path, new) = path.split_once(" as ").map_or((path, None), |(path, new)| (path, Some(new.trim())));
    let mut path: Module = path.trim().split("::").map(|part| part.trim().to_owned()).collect();
    if path.last().is_some_and(|last| last == "self" || last == "*") && path.len() > 1 {
        path.pop();
    }
    let name = new.map_or_else(|| path.last().cloned().unwrap_or_default(), str::to_owned);
    (path, name)
}

/// A path from the root of the crate; `None` if it starts with a name.
fn absolute(own: &Module, path: &Module) -> Option<Module> {
    let mut base = own.clone();
    let mut rest = path.as_slice();
    match path.first().map(String::as_str) {
        Some("crate") => {
            base.clear();
            rest = &rest[1..];
        }
        Some("self") => rest = &rest[1..],
        Some("super") => {
            while rest.first().is_some_and(|part| part == "super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        _ => return None,
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// All paths of at least two parts in code.
fn paths_in(body: &str) -> Vec<Module> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = body.split(|c: char| !is_word(c)).filter(|word| word.contains("::"));
    let path = |word: &str| word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect::<Module>();
    words.map(path).filter(|path| !path.is_empty()).collect()
}

#[test]
fn circles_are_found_through_braces_and_what_is_handed_on() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let found = |list: &[(String, String)]| circles(list);
    let two =
        [file("lib.rs", "mod a;\nmod b;\n"), file("a.rs", "use crate::{b::B, c};\n"), file("b.rs", "use super::a;\n")];
    assert_eq!(found(&two), [["a", "b"]]);
    // A module that only hands on is in nobody's way.
    let facade = [
        file("a/mod.rs", "mod x;\nmod y;\npub use x::{X, other};\npub use y::Y;\n"),
        file("a/x.rs", "use super::Y;\n"),
        file("a/y.rs", "pub struct Y;\n"),
    ];
    assert_eq!(found(&facade), Vec::<Vec<String>>::new());
    // One that uses what it hands on is not.
    let user = [file("a/mod.rs", "mod x;\npub use x::X;\npub struct Y(X);\n"), file("a/x.rs", "use super::Y;\n")];
    assert_eq!(found(&user), [["a", "a::x"]]);
    let called = [file("a/mod.rs", "mod x;\npub fn y() { x::x() }\n"), file("a/x.rs", "pub fn x() { super::y() }\n")];
    assert_eq!(found(&called), [["a", "a::x"]]);
    let tests = [
        file("a.rs", "use crate::b;\n"),
        file("b.rs", "// use crate::a;\n#[cfg(test)]\nmod tests {\n use crate::a;\n}\n"),
    ];
    assert_eq!(found(&tests), Vec::<Vec<String>>::new());
}
