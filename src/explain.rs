//! `sepal explain`: prints the page of the book about an error id.
//!
//! In: an error id as a person writes it, or nothing. Out: the page, or the ids that may have been meant; or a list of
//! all ids; and the exit status. The pages are compiled into the command.

use std::fmt::Write as _;

use crate::output;
use crate::pages::{found, plain, summary, title, without_links, PAGES};
use crate::verify::{BAD_INPUT, PROVED};

/// Most ids that are proposed instead of one that does not exist.
const MOST_PROPOSED: usize = 5;

/// Prints the page about an id, or a list of all ids, and returns the exit status.
pub fn run(id: Option<&str>) -> u8 {
    let Some(id) = id else { return printed(&all()) };
    match found(id).as_slice() {
        [] => {
            output::say(&format!("sepal: there is no error id `{}`\n{}", id.escape_debug(), proposals(id)));
            BAD_INPUT
        }
        [(_, page)] => printed(&for_terminal(page)),
        several if several.iter().any(|(name, _)| name.starts_with(&plain(id))) => {
            printed(&format!("{} error ids start with `{id}`:\n\n{}", several.len(), list(several)))
        }
        several => {
            printed(&format!("no page is about `{id}` alone. These are about the same mistake:\n\n{}", list(several)))
        }
    }
}

fn printed(text: &str) -> u8 {
    if output::print(text) {
        PROVED
    } else {
        BAD_INPUT
    }
}

fn list(pages: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (_, page) in pages {
        // Writing to a string does not fail.
        let _ = write!(out, "{}\n    {}\n", title(page), summary(page));
    }
    out
}

fn all() -> String {
    format!("{}\n`sepal explain ID` prints the page about an error id, with an example and its repair.\n", list(PAGES))
}

/// A line with the ids that are most similar to one that does not exist.
fn proposals(id: &str) -> String {
    let id = plain(id);
    let near = |name: &str| strsim::jaro_winkler(&id, name);
    let mut ranked: Vec<(f64, &str)> = PAGES.iter().map(|(name, page)| (near(name), title(page))).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let similar = ranked.into_iter().filter(|(near, _)| *near > 0.75).take(MOST_PROPOSED);
    let similar: Vec<String> = similar.map(|(_, id)| format!("`{id}`")).collect();
    if similar.is_empty() {
        "help: `sepal explain` lists all error ids\n".to_owned()
    } else {
        format!("help: similar ids are {}; `sepal explain` lists all\n", similar.join(", "))
    }
}

/// The page without the marks of Markdown that a terminal does not show, and without what only tests read.
fn for_terminal(page: &str) -> String {
    let mut out = String::new();
    let page = without_output(page);
    // Prose and code alternate; behind each second fence there is the rest of its line.
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 0 {
            let lines = without_links(part);
            let lines = lines.lines().map(|line| line.trim_start_matches('#').trim_start());
            out.extend(lines.skip(usize::from(number > 0)).flat_map(|line| [line, "\n"]));
        } else {
            for line in part.lines().skip(1).filter_map(without_mark) {
                out.push_str(&format!("{}\n", format!("    {line}").trim_end()));
            }
        }
    }
    out
}

/// The page without the block that shows what the command prints about the first kernel of the page. A reader who asks
/// for the page in a terminal has just seen such output.
fn without_output(page: &str) -> String {
    match page.split_once("Sepal prints:\n\n```") {
        Some((before, output)) => {
            let behind = output.split_once("```\n\n").map_or("", |(_, behind)| behind);
            format!("{before}{behind}")
        }
        None => page.to_owned(),
    }
}

/// A line of code without the mark `//!` of lines that the book hides. `//!  ^^^^ error CODE` shows a place, so a
/// terminal shows that line as a comment. `None` for other lines, as `//! error CODE 1:2:3`, which only tests read.
fn without_mark(line: &str) -> Option<String> {
    match line.split_once("//!") {
        Some((_, hidden)) if !hidden.trim_start().starts_with('^') => None,
        Some((before, hidden)) => Some(format!("{before}// {hidden}")),
        None => Some(line.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_each_spelling() {
        for id in
            ["store:data-race", "store.data-race", "`store:data-race`", " Store × data-race ", "× store:data-race"]
        {
            assert_eq!(found(id).iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["store.data-race"], "{id}");
        }
        let stores: Vec<&str> = found("store").iter().map(|(_, page)| title(page)).collect();
        let expected =
            ["store:data-race", "store:in-use", "store:insufficient-permission", "store:null", "store:out-of-bounds"];
        assert_eq!(stores, expected);
        assert!(found("stor").is_empty() && found("").is_empty() && found("index").is_empty());
    }

    #[test]
    fn similar_ids_are_proposed() {
        assert!(proposals("store:datarace").contains("`store:data-race`"));
        assert_eq!(proposals("???"), "help: `sepal explain` lists all error ids\n");
    }

    #[test]
    fn pages_are_readable_in_a_terminal() {
        for (name, page) in PAGES {
            assert_eq!(plain(title(page)), *name);
            let text = for_terminal(page);
            for mark in ["```", "](..", ".md", "pvl reject", "//!", "#include", "Sepal prints"] {
                assert!(!text.contains(mark), "{name}: `{mark}`\n{text}");
            }
            assert!(summary(page).ends_with(['.', ':']), "{name}: {}", summary(page));
        }
        assert_eq!(
            without_links("`a[i](e)` is [an *element*](x.md), `m[0][1]`."),
            "`a[i](e)` is an *element*, `m[0][1]`."
        );
    }
}
