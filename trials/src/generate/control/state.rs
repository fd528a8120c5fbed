//! The state of the generator: what the thread holds and knows, and the code so far.
//!
//! In: nothing. Out: [`Code`], to which the other files of this folder add steps.

use crate::random::Random;

/// What a procedure does to its cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It adds its argument.
    Add,
    /// It stores its argument.
    Put,
}

/// A procedure that may be called again.
#[derive(Clone)]
pub struct Known {
    pub name: String,
    pub effect: Effect,
    pub array: &'static str,
    /// The index of the cell; `None` if it is the first parameter.
    pub index: Option<String>,
    /// The least argument that the procedure accepts, if not all are accepted.
    pub least: Option<i64>,
}

/// How much of a location the thread holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Share {
    Write,
    Half,
}

/// A location that the thread holds, and its value.
#[derive(Clone)]
pub struct Cell {
    pub array: &'static str,
    /// The index, over `tid` or `lid`.
    pub index: String,
    pub share: Share,
    /// The value, if it is known.
    pub value: Option<String>,
}

impl Cell {
    pub fn place(&self) -> String {
        format!("{}[{}]", self.array, self.index)
    }

    pub fn perm(&self) -> String {
        let amount = if self.share == Share::Write { "write" } else { "1 \\ 2" };
        format!("Perm({}, {amount})", self.place())
    }
}

/// A private array of the thread, and the values of its elements as far as they are known.
pub struct OwnArray {
    pub name: String,
    pub values: Vec<Option<String>>,
}

/// A return from `main`: the condition under which it is taken, and the values of the cells there.
pub struct Exit {
    pub condition: String,
    pub values: Vec<Option<String>>,
}

/// A label, and the values of the cells there.
pub struct Label {
    pub name: String,
    pub values: Vec<Option<String>>,
}

/// A kernel that is being generated.
pub struct Code {
    pub rng: Random,
    /// Whether the launch may have several groups.
    pub groups: bool,
    pub cells: Vec<Cell>,
    /// Private variables, and their values.
    pub variables: Vec<(String, String)>,
    pub arrays: Vec<OwnArray>,
    pub labels: Vec<Label>,
    pub exits: Vec<Exit>,
    /// Whether some threads may have returned while others go on, so that no barrier may follow.
    pub parted: bool,
    /// Three elements for each thread, if there are any, and the value `v` where element `j` is known to be `v + j`.
    pub row: Option<Option<String>>,
    /// Procedures of the kernel, and those outside of it, as texts.
    pub procedures: Vec<String>,
    pub outside: Vec<String>,
    /// The procedures that may be called again.
    pub known: Vec<Known>,
    /// Preconditions on the constant `n`.
    pub launch: Vec<String>,
    pub lines: Vec<String>,
    pub names: usize,
}

impl Code {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// The position of the thread in its group.
    pub fn own(&self) -> &'static str {
        if self.groups {
            "lid"
        } else {
            "tid"
        }
    }

    pub fn threads(&self) -> &'static str {
        if self.groups {
            "tcount"
        } else {
            "gsize"
        }
    }

    /// A number that is rarely one too large: a mistake on purpose.
    pub fn slip(&mut self, n: i64) -> i64 {
        n + i64::from(self.rng.chance(2))
    }
}
