//! How a text is read: what `int` is in it.
//!
//! In: a text. Out: the reading that a comment at its top demands, such as `// int: i32`, as in the corpus.

use ir::Width;
use syntax::Reading;

/// How a text is to be read.
pub fn reading(text: &str) -> Reading {
    let mut top = text.lines().take_while(|line| line.starts_with("//"));
    Reading { int: top.find_map(|line| Width::named(line.strip_prefix("// int: ")?.trim())) }
}

/// The comment that demands a reading.
pub fn comment(reading: Reading) -> String {
    reading.int.map_or_else(String::new, |width| format!("// int: {}\n", width.name()))
}
