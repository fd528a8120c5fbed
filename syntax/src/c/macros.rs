//! Macros: their names, and their arguments, in which annotations have no place of their own.
//!
//! A macro can repeat, drop and reorder its arguments, and clang gives the place of the macro's name to all that it
//! makes. Annotations know no macros.
//!
//! In: a text. Out: the macros that it defines, and the places of the arguments of macros.

use super::language::Language;
use super::markers::marker;
use super::scan::{Kind, Piece, Scan};
use super::tree::{is_within, MAIN};
use ir::Span;

/// A macro.
#[derive(Clone, Debug)]
pub struct Macro {
    /// Its name.
    pub name: String,
    /// The place where the file defines the macro; `None` for another file and the command line.
    pub at: Option<Span>,
    /// Whether the text that the macro stands for closes what it opens.
    pub closed: bool,
}

/// The macros that a text defines.
pub fn defined(scan: &Scan<'_>) -> Vec<Macro> {
    let define = |at: &Span| {
        let inside = scan.pieces.get(scan.from(at.start as usize)..scan.from(at.end as usize))?;
        let mut words = inside.iter().filter(|piece| piece.kind == Kind::Word);
        let _ = words.next().filter(|word| scan.text(word) == "define")?;
        let name = words.next()?;
        Some(Macro { name: scan.text(name).to_owned(), at: Some(name.at), closed: is_closed(scan, inside) })
    };
    scan.directives.iter().filter_map(define).collect()
}

/// The macros that other files and the command line define, from what `clang -E -dD` prints: the lines that define
/// macros, and lines such as `# 1 "file"` that name the file of the lines behind them.
pub fn elsewhere(printed: &str, folder: &str, language: Language) -> Vec<Macro> {
    let mut lines = String::new();
    let mut own = true;
    for line in printed.lines() {
        if let Some((file, _)) = marker(line) {
            own = file == MAIN || file == "<built-in>" || is_within(&file, folder);
        } else if !own && line.starts_with("#define ") {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    defined(&Scan::new(&lines, language)).into_iter().map(|one| Macro { at: None, ..one }).collect()
}

/// Whether each parenthesis among pieces has a partner.
fn is_closed(scan: &Scan<'_>, pieces: &[Piece]) -> bool {
    let mut depth = 0_i32;
    for piece in pieces.iter().filter(|piece| piece.kind == Kind::Sign) {
        depth += match scan.text(piece) {
            "(" => 1,
            ")" => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// The places of the arguments of macros: from the opening parenthesis behind each name to the closing one. `uses` are
/// uses of macros that clang has named.
pub fn arguments(scan: &Scan<'_>, macros: &[Macro], uses: &[(usize, usize)]) -> Vec<Span> {
    let is_name = |piece: &&Piece| piece.kind == Kind::Word && macros.iter().any(|one| one.name == scan.text(piece));
    let named = scan.pieces.iter().filter(is_name).map(|piece| piece.at.end as usize);
    let used = uses.iter().map(|(offset, length)| offset + length);
    named.chain(used).filter_map(|end| scan.parenthesised(end)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::language::Language;
    use super::super::scan::Scan;
    use super::{arguments, defined, elsewhere};

    #[test]
    fn macros_are_found_behind_comments() {
        let text = "/* a */ # /* b */ define \\\n M(a) ((a)\n%:define N 5\n#undef N\n#define\n// #define O\n";
        let found = defined(&Scan::new(text, Language::Cuda));
        let names: Vec<(&str, bool)> = found.iter().map(|one| (one.name.as_str(), one.closed)).collect();
        assert_eq!(names, [("M", false), ("N", true)]);
    }

    #[test]
    fn arguments_of_macros_without_result_are_found() {
        let text = "#define NONE(...)\nNONE /* ( */\n (x = 1;) y; f(x);";
        let scan = Scan::new(text, Language::OpenCl);
        let found: Vec<&str> = arguments(&scan, &defined(&scan), &[]).iter().map(|at| at.text(text)).collect();
        assert_eq!(found, ["(...)", "(x = 1;)"]);
    }

    #[test]
    fn macros_of_other_files_are_read() {
        let printed = "# 1 \"<built-in>\" 1\n#define A 1\n# 1 \"<command line>\" 1\n#define B 2\n# 1 \"<stdin>\" 2\n\
                       #define C\n# 1 \"./a.h\" 1\n#define D(x) (x\n\
                       # 1 \"/language/b.h\" 1\n#define E\n";
        let found = elsewhere(printed, "/language", Language::OpenCl);
        let names: Vec<(&str, bool)> = found.iter().map(|one| (one.name.as_str(), one.closed)).collect();
        assert_eq!(names, [("B", true), ("D", false)]);
    }
}
