//! The fenced blocks of the book and the README: kernels (`pvl`, `pvl reject`) and sessions with the command
//! (`console`).

use std::ops::Range;

use super::{files, name, text};

/// A fenced block of a page.
pub struct Block {
    /// `book/src/tutorial.md:12`, the line of the fence.
    pub name: String,
    /// What stands behind the opening fence, without the name of a file.
    pub info: String,
    /// The file that a kernel is in, such as `number.pvl`; sessions behind the block see the file.
    pub file: Option<String>,
    /// The lines between the fences.
    pub source: String,
    /// Their numbers in the page, from 0.
    pub lines: Range<usize>,
}

/// Every block of every page whose info string begins with `pvl`.
pub fn blocks() -> Vec<Block> {
    files("book/src", "md")
        .iter()
        .chain([&super::root().join("README.md")])
        .flat_map(|path| blocks_of(&name(path), &text(path)))
        .collect()
}

/// The kernels of one page.
pub fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut found = all_blocks_of(page, text);
    found.retain(|block| block.info.split_whitespace().next() == Some("pvl"));
    found
}

/// All blocks of one page.
pub fn all_blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (open.take(), line.trim_end().strip_prefix("```")) {
            (None, Some(info)) => {
                let name = format!("{page}:{}", number + 1);
                let (file, words): (Vec<&str>, Vec<&str>) =
                    info.split_whitespace().partition(|word| word.ends_with(".pvl"));
                assert!(file.len() < 2, "{name}: a block is one file");
                open = Some(Block {
                    name,
                    info: words.join(" "),
                    file: file.first().map(|&file| file.to_owned()),
                    source: String::new(),
                    lines: number + 1..number + 1,
                });
            }
            (None, None) => {}
            (Some(block), Some("")) => found.push(block),
            (Some(mut block), _) => {
                block.source.push_str(line);
                block.source.push('\n');
                block.lines.end = number + 1;
                open = Some(block);
            }
        }
    }
    assert!(open.is_none(), "{page}: a fence is not closed");
    found
}

/// What the book puts in front of lines that only tests read; `book/book.toml` tells mdBook to hide them.
pub const HIDDEN: &str = "//!";

/// A kernel as a reader sees it.
pub fn shown(source: &str) -> String {
    source.lines().filter(|line| !line.trim_start().starts_with(HIDDEN)).map(|line| format!("{line}\n")).collect()
}

/// The block of a page that shows what the command prints about the page's first rejected kernel: a snapshot of
/// `tests/prose.rs`, from its fifth line on.
pub fn output_of(code: &str) -> String {
    let name = code.replace(':', ".");
    format!("Sepal prints:\n\n```text\n{{{{#include ../../../tests/snapshots/prose__{name}.snap:5:}}}}\n```\n")
}

/// Where the page of an error id is.
pub fn error_page(code: &str) -> String {
    format!("book/src/errors/{}.md", code.replace(':', "."))
}
