//! The pages of the book about error ids. They are compiled into the command.
//!
//! In: an error id as a person writes it. Out: its page, and the first sentence of the page.

/// The pages, in order of their names. The name of a page is its id with `.` instead of `:`.
pub const PAGES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The pages that an id means. If there is a page of exactly this id, that page. Otherwise each page whose id starts
/// with this id and a dot: `store` means `store.data-race`, `store.out-of-bounds` and so on.
pub fn found(id: &str) -> Vec<(&'static str, &'static str)> {
    let id = plain(id);
    if let Some(page) = PAGES.iter().find(|(name, _)| *name == id) {
        return vec![*page];
    }
    let first = format!("{id}.");
    let below: Vec<_> = PAGES.iter().filter(|(name, _)| !id.is_empty() && name.starts_with(&first)).copied().collect();
    match id.rsplit_once('.') {
        // A run prints for example `load:uninitialised`, and the page is about the same mistake in a contract.
        Some((_, why)) if below.is_empty() => {
            let last = format!(".{why}");
            PAGES.iter().filter(|(name, _)| name.ends_with(&last)).copied().collect()
        }
        Some(_) | None => below,
    }
}

/// The id as the pages are named: `store:data-race` and `store × data-race` are `store.data-race`.
pub fn plain(id: &str) -> String {
    let parts = id.trim().trim_matches('`').to_lowercase();
    let parts = parts.split([':', '.', '×', ' ', '\t']).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(".")
}

/// The id of a page as findings print it: the title of the page.
pub fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches('#').trim().trim_matches('`')
}

/// The first sentence of a page.
pub fn summary(page: &str) -> String {
    let paragraph: Vec<&str> =
        page.lines().skip(1).skip_while(|l| l.is_empty()).take_while(|l| !l.is_empty()).collect();
    let text = without_links(&paragraph.join(" "));
    text.split_once(". ").map_or(text.clone(), |(first, _)| format!("{first}."))
}

/// What an error id means, in one sentence; nothing for an unknown one.
pub fn about(id: &str) -> String {
    found(id).iter().find(|(_, page)| title(page) == id).map(|(_, page)| summary(page)).unwrap_or_default()
}

/// The text with `words` in place of each link `[words](target)`. Brackets in code, as in `a[i]`, are no links.
pub fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        let in_code = out.matches('`').count() % 2 == 1;
        let words = link.split_once("](").and_then(|(words, tail)| Some((words, tail.split_once(')')?.1)));
        rest = match words.filter(|_| !in_code) {
            Some((words, behind)) => {
                out.push_str(words);
                behind
            }
            None => {
                out.push('[');
                link
            }
        };
    }
    out + rest
}
