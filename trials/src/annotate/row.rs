//! An array with several elements for each thread.
//!
//! In: a draft and a length. Out: texts of elements and of permissions for a part of the row.

use super::draft::Draft;
use super::thread::Thread;

/// The place of element `j` of thread `t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// `b[t][j]`
    Nested,
    /// `b[k * t + j]`
    Blocks,
    /// `b[j * threads + t]`
    Columns,
}

/// An array with `length` elements for each thread.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the array.
    pub name: String,
    /// The number of elements of each thread.
    pub length: i64,
    layout: Layout,
    threads: String,
}

impl Row {
    /// Declares the array. No thread holds anything of it yet.
    pub fn new(d: &mut Draft, length: i64) -> Self {
        let rest = [(25, Layout::Blocks), (10, Layout::Columns)];
        let layout = if d.sizes.plane { Layout::Nested } else { d.rng.weighted((65, Layout::Nested), &rest) };
        let threads = d.sizes.threads().join(" * ");
        let lengths = match layout {
            Layout::Nested => format!("{}[{length}]", d.sizes.lengths()),
            Layout::Blocks | Layout::Columns => format!("[{length} * {threads}]"),
        };
        Self { name: d.array("b", "global", &lengths), length, layout, threads }
    }

    /// Element `j` of the thread.
    pub fn at(&self, t: &Thread, j: &str) -> String {
        let (name, length, threads) = (&self.name, self.length, &self.threads);
        match self.layout {
            Layout::Nested => format!("{name}{}[{j}]", t.slot()),
            Layout::Blocks => format!("{name}[{length} * {} + ({j})]", t.x),
            Layout::Columns => format!("{name}[({j}) * {threads} + {}]", t.x),
        }
    }

    /// Permissions of the thread for the elements from `lo` to below `hi`.
    pub fn part(&self, t: &Thread, lo: &str, hi: &str, amount: &str) -> String {
        format!("(\\forall* int j; {lo} <= j && j < {hi}; Perm({}, {amount}))", self.at(t, "j"))
    }

    /// Permissions of the thread for its whole row.
    pub fn whole(&self, t: &Thread, amount: &str) -> String {
        self.part(t, "0", &self.length.to_string(), amount)
    }

    /// A fact about the elements from `lo` to below `hi`; `{}` in it is the element, and `j` its number.
    pub fn all(&self, t: &Thread, lo: &str, hi: &str, fact: &str) -> String {
        let fact = fact.replace("{}", &self.at(t, "j"));
        format!("(\\forall int j; {lo} <= j && j < {hi}; {fact})")
    }
}
