//! The reserved words of the language.
//!
//! In: nothing. Out: the words that cannot be names, and those among them that start a statement or a declaration.

/// The types. They start a declaration in code, but no declaration of memory, which starts with `global` or `local`.
pub const TYPES: [&str; 7] = ["int", "bool", "boolean", "float", "double", "float32", "float64"];
/// Words that start a statement or a declaration. If one of them follows a complete statement, a `;` is missing.
pub const STARTS: [&str; 34] = [
    "kernel",
    "requires",
    "ensures",
    "context",
    "context_everywhere",
    "decreases",
    "loop_invariant",
    "invariant",
    "global",
    "local",
    "pure",
    "int",
    "bool",
    "boolean",
    "float",
    "double",
    "float32",
    "float64",
    "void",
    "if",
    "else",
    "while",
    "for",
    "barrier",
    "atomic",
    "assert",
    "assume",
    "inhale",
    "exhale",
    "refute",
    "do",
    "break",
    "continue",
    "return",
];

/// The words that start a statement which is a specification.
pub const SAYS: [&str; 5] = ["assert", "assume", "inhale", "exhale", "refute"];

/// The reserved words that start neither a statement nor a declaration.
const WITHIN: [&str; 12] =
    ["true", "false", "write", "read", "none", "mod", "Perm", "perm", "PointsTo", "\\forall", "\\exists", "\\old"];

/// Whether a word is reserved, and so cannot be a name.
pub fn is_keyword(word: &str) -> bool {
    STARTS.contains(&word) || WITHIN.contains(&word)
}
