//! Advice where a text cannot be read: what to write instead of what was found.
//!
//! In: the token that was found, and what it is a part of. Out: a sentence, or the diagnostic for a word of another
//! language.

// The grammar decides which rules a pair can have, so listing the other rules would be of no use.
#![allow(clippy::wildcard_enum_match_arm)]

use super::words::{is_keyword, STARTS, TYPES};
use super::{Parser, Range};
use crate::pvl::grammar::Rule;
use crate::pvl::habits::instead;
use crate::pvl::similar::nearest;
use crate::pvl::tokens::Kind;
use crate::pvl::unread::{unread, unread_backslash, Unread, WAND};
use ir::diagnostic::Diagnostic;
use ir::Span;

/// The help for a measure that cannot be read, or is no integer.
pub const MEASURE: &str =
    "a measure is one integer that shrinks in each call or iteration and is not negative, such as `decreases n;`";

/// Names with a backslash, without that.
const BACKSLASH: [&str; 17] = [
    "forall", "exists", "old", "result", "sum", "product", "count", "array", "wrap", "fits", "checked", "quot", "rem",
    "and", "sqrt", "float", "double",
];

impl Parser<'_> {
    /// Reports a missing `;` behind the token in front of `at`.
    pub(super) fn missing_semicolon(&mut self, at: usize) {
        let span = self.span(at.saturating_sub(1));
        let text = self.text(at.saturating_sub(1));
        self.diagnostics.push(
            Diagnostic::new("parse.expected", span, format!("found no `;` behind `{text}`"))
                .label("expected `;` behind this")
                .help("write `;` here"),
        );
    }

    /// What to write instead of a token that is a word of another language. A word that the file declares as the name
    /// of a procedure or function is none.
    pub(super) fn foreign(&self, at: usize) -> Option<&'static str> {
        let word = self.text(at);
        instead(word).filter(|_| !self.declared.contains(word))
    }

    /// The diagnostic for a word of another language at a token or in front of it, which explains the error better.
    pub(super) fn habit(&self, at: usize) -> Option<Diagnostic> {
        let before = at.checked_sub(1);
        // The grammar reads `threadIdx.x` only up to the dot.
        let member = before.filter(|b| self.text(*b) == ".").and_then(|b| b.checked_sub(1));
        let mut places = [(Some(at), at), (member, at), (before, at.saturating_sub(1))].into_iter();
        let (from, to, help) = places.find_map(|(from, to)| {
            let from = from?;
            Some((from, to, self.foreign(from)?))
        })?;
        // `\union` is no `union` of C.
        let slash = from.checked_sub(1).filter(|slash| self.text(*slash) == "\\");
        if let (Some(slash), Some(found)) = (slash, unread_backslash(self.text(from))) {
            return Some(self.not_read(found, self.span(slash).to(self.span(from))));
        }
        let span = self.span(from).to(self.span(to));
        let message = format!("`{}` is not part of the language", span.text(self.source));
        Some(Diagnostic::new("parse.expected", span, message).label("not known here").help(help))
    }

    /// The construct of PVL that Sepal does not read and that starts with this token. A name that the file declares
    /// starts none.
    pub(super) fn unread(&self, at: usize) -> Option<Unread> {
        let is_word = self.tokens.get(at).is_some_and(|token| token.kind == Kind::Word);
        unread(self.text(at)).filter(|_| is_word && !self.is_declared(at))
    }

    /// Whether a file declares the word at a token as a name: of a procedure, or behind a type or a comma.
    pub(super) fn is_declared(&self, at: usize) -> bool {
        let word = self.text(at);
        let declares = |i: &usize| {
            let before = i.checked_sub(1).map_or("", |before| self.text(before));
            self.text(*i) == word
                && (matches!(before, "]" | ",") || TYPES.contains(&before))
                && matches!(self.text(i + 1), ";" | "," | ":=" | "=" | ")" | "..")
        };
        self.declared.contains(word) || (0..self.tokens.len()).any(|i| declares(&i))
    }

    /// The diagnostic for a construct of PVL that Sepal does not read, at a token or with its word in front of it.
    pub(super) fn unread_near(&self, at: usize) -> Option<Diagnostic> {
        if self.text(at) == "\\" {
            let word = self.span(at + 1);
            let found = unread_backslash(self.text(at + 1)).filter(|_| word.start == self.span(at).end)?;
            return Some(self.not_read(found, self.span(at).to(word)));
        }
        if let Some(wand) = self.wand(at) {
            return Some(wand);
        }
        // The grammar reads `new` of `new C()` as a name, and expects an operator behind it.
        let behind = self.tokens.get(at).is_some_and(|token| matches!(token.kind, Kind::Word | Kind::Number))
            || matches!(self.text(at), "<" | "{");
        let before = at.checked_sub(1).filter(|_| behind);
        let at = [Some(at), before].into_iter().flatten().find(|place| self.unread(*place).is_some())?;
        Some(self.not_read(self.unread(at)?, self.span(at)))
    }

    /// The diagnostic for `-*`, at its second sign.
    fn wand(&self, at: usize) -> Option<Diagnostic> {
        let before = at.checked_sub(1).filter(|before| self.text(*before) == "-" && self.text(at) == "*")?;
        let (minus, star) = (self.span(before), self.span(at));
        (minus.end == star.start).then(|| self.not_read(WAND, minus.to(star)))
    }

    /// The diagnostic for a construct of PVL that Sepal does not read.
    pub(super) fn not_read(&self, construct: Unread, span: Span) -> Diagnostic {
        let message = format!("Sepal does not read {} (`{}`)", construct.what, span.text(self.source));
        Diagnostic::new("parse.unsupported", span, message).label("not supported").help(construct.help)
    }

    /// The index behind a construct that starts here and is not read.
    pub(super) fn skip_unread(&mut self, construct: Unread, range: Range) -> usize {
        let ends = |word: &str| if construct.block { word == "{" } else { matches!(word, ";" | "{") };
        let mut at = range.from;
        while at < range.to && !ends(self.text(at)) && self.text(at) != "}" {
            at = self.skip(at);
        }
        let at = self.skip(at).clamp(range.from + 1, range.to.max(range.from + 1));
        self.poison(Range { from: range.from, to: at });
        at
    }

    /// The word of the language that was probably meant by a word in front of a token, or at the token.
    pub(super) fn misspelt(&self, at: usize) -> Option<String> {
        let places = [at.checked_sub(1), Some(at)].into_iter().flatten();
        let words = places.filter(|at| self.is_word(*at) && self.text(*at).len() > 3 && !self.is_declared(*at));
        let near = words.filter_map(|at| nearest(self.text(at), STARTS.into_iter())).next()?;
        Some(format!("did you mean `{near}`?"))
    }

    /// The name with a backslash that was probably meant at a token.
    pub(super) fn misspelt_backslash(&self, at: usize) -> Option<String> {
        let word = Some(at + 1).filter(|word| self.text(at) == "\\" && self.is_any_word(*word))?;
        let near = nearest(self.text(word), BACKSLASH.into_iter())?;
        Some(format!("did you mean `\\{near}`?"))
    }

    /// What to write instead of a syntax of another language that ends at a token.
    pub(super) fn foreign_form(&self, at: usize) -> Option<&'static str> {
        let back = |n: usize| at.checked_sub(n).map_or("", |at| self.text(at));
        let is_type = |word: &str| matches!(word, "int" | "bool" | "float" | "double");
        Some(match (back(2), back(1), self.text(at), self.text(at + 1)) {
            (ty, _, "[", _) if is_type(ty) => {
                "the length stands behind the type: `global int[n] a;` or `local int[n] a;` in the kernel, in front of \
                its contract, for an array that threads share, and `int[4] a;` in the code for an array of one thread"
            }
            (ty, "[", "]", _) if is_type(ty) => {
                "an array of a kernel says how long it is: `global int[n] a;`. A procedure of the host has parameters \
                without length, `int[] a`"
            }
            (_, _, "barrier", ";") => {
                "a barrier says which memory it fences, and has a contract: `barrier(local) { requires …; ensures …; }`"
            }
            (_, "=", ">", _) => "an implication is written `==>`",
            (_, ty, "*", _) if is_type(ty) => {
                "there are no pointers: an array is declared in the kernel with its length, `global int[n] a;`"
            }
            (_, "(" | "," | ":=" | "=", "&" | "*", _) => "there are no pointers: an element is written `a[i]`",
            (_, "kernel", "void", _) => {
                "write `kernel name { global int[n] a; … void main() { … } }`: scalars and arrays are declared in the \
                kernel instead of parameters, and an array has a length"
            }
            (_, "<", "<", _) => "shifts have names and a width: `\\shl(u32, x, 2)`",
            (_, ">", ">", _) => "shifts have names and a width: `\\shr(u32, x, 2)`",
            (_, _, "<", "<=") => "shifts have names and a width: `x := \\shl(u32, x, 2)`",
            (_, _, ">", ">=") => "shifts have names and a width: `x := \\shr(u32, x, 2)`",
            (_, _, "&", "=") => "bit operations have names and a width: `x := \\and(u32, x, y)`",
            (_, _, "/" | "%", "=") => "write it out: `x := x / y`",
            (_, _, "++" | "--", _) => "write `x++` or `x--`, as a statement of its own",
            (_, "(", ty, ")") if is_type(ty) => {
                "conversions have names: `\\int(e)`, `\\float(e)`, `\\double(e)`, and `\\wrap(u32, e)` for a width"
            }
            (_, _, "{", "}") | (_, "{", "}", _) => {
                "the empty set is written `{t: int}`, and other empty collections with their type: `seq<int> {}`"
            }
            _ => return None,
        })
    }

    /// What to write instead of a token in a piece of the language in which it is often found by mistake.
    pub(super) fn of_piece(&self, rule: Rule, at: usize) -> Option<&'static str> {
        let before = at.checked_sub(1).map_or("", |before| self.text(before));
        Some(match (rule, self.text(at)) {
            (Rule::procedure_piece | Rule::function_piece, "[" | "*") => {
                "a parameter that is an array is a reference, `int[] a`, in a procedure or function outside of \
                kernels. A procedure or function of a kernel names the arrays of the kernel itself; of a private \
                array, pass the elements that it needs"
            }
            (Rule::array_piece | Rule::device_piece, ":=" | "=") => {
                "the declaration of an array gives it no values: write `;` here, and store to the elements in \
                statements of their own"
            }
            (Rule::device_piece, _) if !matches!(before, "[" | "," | "]") => {
                "device memory holds arrays, with the lengths behind the type: `device int[n] d;`"
            }
            (Rule::stream_piece, _) => "a stream is declared by its name alone: `stream s;`, or `stream s, t;`",
            (Rule::event_piece, _) => "an event is declared where it is recorded: `event e = record(s);`",
            (Rule::copy_piece, _) => "the stream stands last: `copy(to, from, stream = s);`",
            (Rule::launch_piece, _) if self.text(at) == "stream" || before == "stream" => {
                "the stream stands behind the numbers of groups and threads: \
                `launch k(groups = 4, threads = 256, stream = s)(n, d);`"
            }
            (Rule::launch_piece, _) => {
                "a launch names the kernel, its numbers of groups and of threads in each group, and then the \
                arguments: `launch k(groups = 4, threads = 256)(n, d);`"
            }
            _ => return None,
        })
    }

    /// What to write instead of a token that is often found by mistake where something else was `expected`.
    pub(super) fn of_token(&self, at: usize, expected: &str) -> Option<&'static str> {
        Some(match self.text(at) {
            "|" => {
                "the size of a sequence is `|s|`. Bit operations have names, here `\\or(u32, a, b)`; write `||` \
                between conditions, and `barrier(both)` for two fences"
            }
            "Perm" | "perm" | "PointsTo" => "permissions belong into contracts and assertions",
            "\\" => {
                "names with a backslash: \\forall, \\exists, \\old, \\result; \\sum, \\product, \\count, \\min, \\max, \
                \\array; \\wrap, \\fits, \\checked, \\quot, \
                \\rem; \\and, \\or, \\xor, \\not, \\shl, \\shr; \\add, \\sub, \\mul, \\div, \\fma, \\sqrt; \\int, \
                \\float, \\double"
            }
            word if expected.contains("name") && self.is_any_word(at) && is_keyword(word) => {
                "this is a word of the language; it cannot be a name"
            }
            _ => return None,
        })
    }
}
