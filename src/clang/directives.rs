//! Directives that clang's preprocessor may follow into other files.
//!
//! In: the text of a file. Out: whether the text may include a file. Where this is not sure, the answer is yes.

/// The directives that leave other files alone.
const ALONE: [&str; 12] =
    ["define", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif", "pragma", "error", "warning", "ident"];

/// Whether a text may include another file: whether it has a `#`, or a digraph of it, behind which no directive stands
/// that is known to leave other files alone. Comments and literals count as code, so the answer may be yes where a no
/// would be right.
pub fn may_include(text: &str) -> bool {
    // Trigraphs may write a `#`, and the `\` of a line that is continued.
    if text.contains("??") {
        return true;
    }
    let text = without_splices(text);
    let behind = |sign: &'static str| text.match_indices(sign).filter_map(|(at, sign)| text.get(at + sign.len()..));
    // The operator `__has_include` asks for a file.
    text.contains("__has_include") || behind("#").chain(behind("%:")).any(|rest| !is_alone(rest))
}

/// Whether a text starts with the name of a directive that leaves other files alone.
fn is_alone(text: &str) -> bool {
    let text = text.trim_start_matches([' ', '\t']);
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    // A name may go on with these: then the directive is another one.
    let goes_on = rest.starts_with(|c: char| c == '$' || c == '\\' || !c.is_ascii());
    ALONE.contains(&name) && !goes_on
}

/// A text with continued lines as one line. As for clang, blanks may stand between the `\` and the end of the line.
fn without_splices(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let line = behind.trim_start_matches([' ', '\t', '\u{b}', '\u{c}', '\0']);
        let ends = ["\r\n", "\n\r", "\n", "\r"];
        rest = match ends.iter().find_map(|end| line.strip_prefix(end)) {
            Some(next) => next,
            None => {
                out.push('\\');
                behind
            }
        };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::may_include;

    #[test]
    fn directives_that_may_include_are_found() {
        let included = [
            "#include <a.h>",
            "x\n # import \"a.h\"",
            "#inc\\\nlude \"a.h\"",
            "#inc\\ \t\r\nlude \"a.h\"",
            "#\\\ninclude \"a.h\"",
            "#/* a */include \"a.h\"",
            "# /*\n*/ include \"a.h\"",
            "%:include \"a.h\"",
            "%\\\n:include \"a.h\"",
            "%: /* */ import \"a.h\"",
            "??=include \"a.h\"",
            "#inc??/\nlude \"a.h\"",
            "#include_next <a.h>",
            "#__include_macros \"a.h\"",
            "#embed \"a.h\"",
            "#if __has_include(<a.h>)\n#endif",
            "#if __has_\\\ninclude(<a.h>)\n#endif",
            "#define\u{e9} \"a.h\"",
            "#\u{b}include \"a.h\"",
            "#line 1 \"a.h\"",
            "#",
        ];
        for text in included {
            assert!(may_include(text), "{text}");
        }
        let alone =
            "#pragma once\n # if A // include\n#  define B(x) \\\n x\n#\tundef B\n#else\n#endif\n%:ifdef C\n#endif\n";
        for text in ["", "int x;", alone, "#ifdef A", "#def\\\nine A", "int import, include;"] {
            assert!(!may_include(text), "{text}");
        }
    }
}
