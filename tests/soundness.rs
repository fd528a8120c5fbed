//! Checks the tables of SOUNDNESS.md: the lines of code that are trusted are counted and complete, and the listed
//! kernels are those of the corpus that Sepal is known to judge wrongly.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use support::{files, name, root, text};

/// How much the number of lines in a row may differ from the real number, so that not every change of the code needs a
/// change of the page.
const TOLERANCE: f64 = 0.1;

/// Cells of all rows of all tables of the page.
fn rows() -> Vec<Vec<String>> {
    let page = text(&root().join("SOUNDNESS.md"));
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|c| c.trim().to_owned()).collect();
    page.lines().filter(|l| l.starts_with("| ")).map(cells).collect()
}

/// The words of a cell that stand in backticks.
fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Lines of code of a file, up to its tests.
fn lines_of_code(source: &str) -> usize {
    let code = source.lines().map(str::trim).take_while(|l| *l != "#[cfg(test)]");
    code.filter(|l| !l.is_empty() && !l.starts_with("//")).count()
}

/// The crates that are part of `sepal verify` or judge it, without what is compiled for tests alone.
fn sources() -> BTreeMap<String, usize> {
    let folders = ["src", "ir/src", "syntax/src", "infer/src", "logic/src", "vcgen/src", "interp/src"];
    let all = folders.iter().flat_map(|f| ["rs", "pest"].into_iter().flat_map(|end| files(f, end)));
    let counted = all.map(|path| (name(&path), lines_of_code(&text(&path))));
    counted.filter(|(path, _)| !path.contains("/tests/") && !path.ends_with("tests.rs")).collect()
}

#[test]
fn lines_of_code_are_counted_and_each_file_is_in_one_row() {
    // Rows whose last cell is a number; the places are in the cell before.
    let rows: Vec<(Vec<String>, usize)> = rows()
        .iter()
        .filter_map(|cells| {
            let lines = cells.last()?.parse().ok()?;
            Some((quoted(&cells[cells.len() - 2]), lines))
        })
        .collect();
    assert!(rows.len() > 10, "the tables are not found: {rows:?}");
    let mut real = vec![0; rows.len()];
    for (path, lines) in sources() {
        let places = rows.iter().enumerate().flat_map(|(n, (places, _))| places.iter().map(move |p| (n, p)));
        // A file belongs to the row that names it most closely.
        let row = places.filter(|(_, place)| path.starts_with(place.as_str())).max_by_key(|(_, place)| place.len());
        let (n, _) = row.unwrap_or_else(|| panic!("{path} is in no row"));
        real[n] += lines;
    }
    let far = |real: usize, said: usize| (real as f64 - said as f64).abs() > TOLERANCE * real as f64;
    let wrong: Vec<String> = rows
        .iter()
        .zip(&real)
        .filter(|((_, said), real)| far(**real, *said))
        .map(|((places, said), real)| format!("{}: {said} lines are said, {real} there are", places.join(", ")))
        .collect();
    assert!(wrong.is_empty(), "SOUNDNESS.md: {}", wrong.join("\n"));
}

#[test]
fn known_mistakes_are_those_of_the_corpus() {
    let is_case = |word: &String| ["tests/", "examples/"].iter().any(|f| word.starts_with(f)) && word.ends_with(".pvl");
    let listed: BTreeSet<String> = rows().iter().flat_map(|cells| quoted(&cells[0])).filter(is_case).collect();
    let cases = ["tests/verify", "tests/reject", "examples"].iter().flat_map(|folder| files(folder, "pvl"));
    let known = |source: &str| {
        let drawn = |l: &str| l.starts_with("//") && (l.contains("^ spurious ") || l.contains("^ missing "));
        let placed = |l: &str| l.starts_with("//! spurious ") || l.starts_with("//! missing ");
        source.lines().any(|l| drawn(l) || placed(l) || l.starts_with("// without normaliser: unknown"))
    };
    let real: BTreeSet<String> = cases.filter(|path| known(&text(path))).map(|path| name(&path)).collect();
    assert_eq!(listed, real, "listed in SOUNDNESS.md, and drawn in the corpus");
}
