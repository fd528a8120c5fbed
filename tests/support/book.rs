//! The kernels of the book and the README: fenced blocks whose info string is `pvl` or `pvl reject`.

use super::{files, name, text};

/// A fenced block of a page.
pub struct Block {
    /// `book/src/tutorial.md:12`, the line of the fence.
    pub name: String,
    /// What stands behind the opening fence.
    pub info: String,
    /// The lines between the fences.
    pub source: String,
}

/// Every block of every page whose info string begins with `pvl`.
pub fn blocks() -> Vec<Block> {
    files("book/src", "md")
        .iter()
        .chain([&super::root().join("README.md")])
        .flat_map(|path| blocks_of(&name(path), &text(path)))
        .collect()
}

/// The blocks of one page.
pub fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (open.take(), line.trim_end().strip_prefix("```")) {
            (None, Some(info)) => {
                let name = format!("{page}:{}", number + 1);
                open = Some(Block { name, info: info.trim().to_owned(), source: String::new() });
            }
            (None, None) => {}
            (Some(block), Some("")) => found.push(block),
            (Some(mut block), _) => {
                block.source.push_str(line);
                block.source.push('\n');
                open = Some(block);
            }
        }
    }
    assert!(open.is_none(), "{page}: a fence is not closed");
    found.retain(|block| block.info.split_whitespace().next() == Some("pvl"));
    found
}

/// Where the page of an error id is.
pub fn error_page(code: &str) -> String {
    format!("book/src/errors/{}.md", code.replace(':', "."))
}
