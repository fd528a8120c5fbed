//! The lexer. Its tokens serve to divide a file into pieces, which the grammar then reads from the text again.
//!
//! In: text. Out: its tokens, its comments, and diagnostics for text that is no token.

use super::annotations;
use super::tokens::{run, Inside, Kind, Lexed, Token};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// Signs of more than one character, the longest first.
const SIGNS: [&str; 17] =
    ["==>", "===", ":=", "==", "!=", "<=", ">=", "&&", "||", "->", "**", "++", "--", "+=", "-=", "*=", ".."];
/// Words that start with a backslash.
const WORDS: [&str; 35] = [
    "\\forall",
    "\\exists",
    "\\result",
    "\\old",
    "\\wrap",
    "\\fits",
    "\\checked",
    "\\quot",
    "\\rem",
    "\\and",
    "\\or",
    "\\xor",
    "\\shl",
    "\\shr",
    "\\not",
    "\\add",
    "\\sub",
    "\\mul",
    "\\div",
    "\\fma",
    "\\sqrt",
    "\\float",
    "\\double",
    "\\int",
    "\\array",
    "\\pointer",
    "\\pointer_index",
    "\\pointer_length",
    "\\shared_mem_size",
    "\\gtid",
    "\\ltid",
    "\\euclidean_div",
    "\\euclidean_mod",
    "\\unfolding",
    "\\in",
];
/// The greatest number of characters of a literal. Longer literals are refused.
const MAX_DIGITS: usize = 1_000;

/// Divides a text into tokens.
pub fn lex(source: &str) -> Lexed {
    let mut out = Lexed::default();
    let mut at = 0;
    while let Some(rest) = source.get(at..).filter(|rest| !rest.is_empty()) {
        at += annotations::mark(source, at, &mut out).unwrap_or_else(|| step(rest, at, &mut out)).max(1);
    }
    annotations::end_text(source.len(), &mut out);
    out
}

/// Reads one token, one comment or a run of blanks, and returns its length.
fn step(rest: &str, at: usize, out: &mut Lexed) -> usize {
    let Some(first) = rest.chars().next() else { return 0 };
    let annotated = out.inside != Inside::Code;
    if first == '\n' {
        annotations::end_line(at, out);
        return 1;
    }
    let mut push = |kind, len: usize| {
        out.tokens.push(Token { kind, span: Span::new(at, at + len), annotated });
        len
    };
    if first.is_ascii_whitespace() {
        return run(rest, |c| c != '\n' && c.is_ascii_whitespace());
    }
    if rest.starts_with("//") || rest.starts_with("/*") {
        return comment(rest, at, out);
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let foreign = run(rest, |c| is_word(c) || (!c.is_ascii() && c.is_alphanumeric()));
        let len = run(rest, is_word);
        return if foreign > len { bad_text(rest, first, at, out) } else { push(Kind::Word, len) };
    }
    if let Some(word) = WORDS.into_iter().find(|w| starts_with_word(rest, w)) {
        return push(Kind::Word, word.len());
    }
    if first.is_ascii_digit() {
        let len = number(rest);
        if let Some(problem) = bad_number(rest.get(..len).unwrap_or("")) {
            push(Kind::Bad, len);
            out.diagnostics.push(problem(Span::new(at, at + len)));
            return len;
        }
        return push(Kind::Number, len);
    }
    if rest.starts_with("{:") {
        return push(Kind::Open, 2);
    }
    if rest.starts_with(":}") {
        return push(Kind::Close, 2);
    }
    if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
        return push(Kind::Sign, sign.len());
    }
    match first {
        '(' | '[' | '{' => push(Kind::Open, 1),
        ')' | ']' | '}' => push(Kind::Close, 1),
        '+' | '-' | '*' | '/' | '%' | '\\' | '!' | '<' | '>' | '=' | '&' | '|' | '?' | ':' | ';' | ',' | '.' => {
            push(Kind::Sign, 1)
        }
        _ => bad_text(rest, first, at, out),
    }
}

/// Whether the character may be part of a name.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Whether the text starts with this word, and not with a longer one.
fn starts_with_word(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(is_word))
}

/// Reads a comment, and returns its length.
fn comment(rest: &str, at: usize, out: &mut Lexed) -> usize {
    let line = rest.get(..run(rest, |c| c != '\n')).unwrap_or(rest);
    // A comment in the annotation of a line ends with the line, too.
    let text = if matches!(out.inside, Inside::Line(_)) { line } else { rest };
    let len = if rest.starts_with("//") {
        annotations::line_comment(line, out.inside)
    } else if let Some(end) = text.get(2..).and_then(|body| body.find("*/")) {
        end + 4
    } else {
        out.diagnostics.push(
            Diagnostic::new("parse.unclosed-comment", Span::new(at, at + 2), "this comment is never closed")
                .label("`/*` opens it here")
                .help("write `*/` where the comment ends"),
        );
        return text.len();
    };
    annotations::suspect(rest.get(..len).unwrap_or(""), at, out);
    out.comments.push(Span::new(at, at + len));
    len
}

/// The length of a literal with all characters that are attached to it: digits, a fraction, an exponent, a suffix, and
/// letters that should not be there.
fn number(rest: &str) -> usize {
    let mut len = run(rest, is_word);
    if hexadecimal(rest).is_some() {
        return len;
    }
    let tail = |from: usize| rest.get(from..).unwrap_or("");
    while tail(len).strip_prefix('.').is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit())) {
        len += 1 + run(tail(len + 1), is_word);
    }
    let exponent = rest.get(..len).is_some_and(|t| t.ends_with(['e', 'E']));
    if exponent && tail(len).starts_with(['+', '-']) {
        let digits = run(tail(len + 1), is_word);
        if digits > 0 {
            len += 1 + digits;
        }
    }
    len
}

/// The diagnostic for a malformed literal.
fn bad_number(text: &str) -> Option<impl Fn(Span) -> Diagnostic> {
    let help = if text.len() > MAX_DIGITS {
        "a number has at most 1,000 characters"
    } else if !well_formed(text) {
        "write an integer such as `42` or `0x2a`, or a float such as `1.5` or `2.0f`; a name cannot start with a digit"
    } else {
        return None;
    };
    let shown: String = text.chars().take(40).collect();
    Some(move |span| {
        Diagnostic::new("parse.number", span, format!("`{shown}` is not a number")).label("not a number").help(help)
    })
}

/// What stands behind the `0x` of a hexadecimal number.
fn hexadecimal(text: &str) -> Option<&str> {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))
}

/// Whether the text is an integer or a float literal.
fn well_formed(text: &str) -> bool {
    if let Some(digits) = hexadecimal(text) {
        return !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit());
    }
    let digits = |t: &mut &str| {
        let len = run(t, |c| c.is_ascii_digit());
        *t = t.get(len..).unwrap_or("");
        len > 0
    };
    let mut rest = text;
    let mut good = digits(&mut rest);
    if let Some(fraction) = rest.strip_prefix('.') {
        rest = fraction;
        good &= digits(&mut rest);
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        rest = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        good &= digits(&mut rest);
    }
    let rest = rest.strip_prefix(['f', 'F', 'd', 'D']).unwrap_or(rest);
    good && rest.is_empty()
}

/// Reports text with which no token can begin, with one diagnostic for all characters up to the next blank or sign, and
/// returns its length.
fn bad_text(rest: &str, first: char, at: usize, out: &mut Lexed) -> usize {
    let quoted = matches!(first, '"' | '\'');
    let len = if quoted {
        let line = rest.get(..run(rest, |c| c != '\n')).unwrap_or(rest);
        line.get(1..).and_then(|inner| inner.find(first)).map_or(line.len(), |end| end + 2)
    } else {
        let blank = |c: char| {
            c.is_ascii_whitespace() || (c.is_ascii_punctuation() && !matches!(c, '@' | '#' | '$' | '`' | '~'))
        };
        run(rest, |c| !blank(c)).max(first.len_utf8())
    };
    let span = Span::new(at, at + len);
    let shown: String = rest.get(..len).unwrap_or("").chars().take(20).flat_map(char::escape_debug).collect();
    let (message, help) = if quoted {
        let help = "use integers; to see a value, store it in an array: `sepal run` shows the arrays";
        ("there are no strings and characters in this language".to_string(), help)
    } else {
        let help = match first {
            '^' => "bit operations have names, here `\\xor(u32, a, b)`",
            '~' => "bit operations have names, here `\\not(u32, a)`",
            '#' => "there is no preprocessor: a constant is a scalar of the kernel, `global int n;`",
            _ => "names consist of the letters a to z and A to Z, digits and `_`",
        };
        (format!("`{shown}` is not part of the language"), help)
    };
    out.tokens.push(Token { kind: Kind::Bad, span, annotated: out.inside != Inside::Code });
    out.diagnostics.push(Diagnostic::new("parse.character", span, message).label("not understood").help(help));
    len
}
