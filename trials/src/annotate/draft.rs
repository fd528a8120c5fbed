//! A program that is being generated, as text.
//!
//! In: random choices of the kinds. Out: declarations, contracts and code that fit each other, and [`Draft::text`].
//! Where formulas are long, text is easier to read than syntax trees.

use super::kind::Kind;
use super::thread::{Sizes, Thread};
use crate::random::Random;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// A clause of a thread, and what says the same of all threads together.
#[derive(Clone, Debug)]
struct Said {
    thread: String,
    /// The clause for a written contract of the kernel; `None` if the kernel cannot say the same.
    kernel: Option<String>,
}

/// A program that is being generated.
pub struct Draft {
    /// The source of random choices.
    pub rng: Random,
    /// The sizes of the launch.
    pub sizes: Sizes,
    /// The kinds that the program has.
    pub kinds: BTreeSet<Kind>,
    /// Whether the contract of the kernel is written out.
    pub written: bool,
    /// How many wrong annotations may still be chosen.
    pub slips: usize,
    /// Functions in front of the kernel.
    pub functions: Vec<String>,
    /// Functions of the kernel.
    pub inner: Vec<String>,
    /// Statements.
    pub code: Vec<String>,
    /// Conditions on sizes and scalars.
    pub launch: Vec<String>,
    /// Conditions on scalars that a level states: `kernel`, `group` or nothing, and the condition.
    pub conditions: Vec<(&'static str, String)>,
    /// Further clauses of levels and of the thread, as they are written.
    pub clauses: Vec<String>,
    /// Claims that are wrong in many runs. A trial adds one of these claims to the end of the code.
    pub probes: Vec<String>,
    /// Values that scalars are likely to need so that the preconditions hold.
    pub scalars: BTreeMap<String, Vec<i64>>,
    /// Values that all elements of an array are likely to need so that the preconditions hold.
    pub elements: BTreeMap<String, Vec<i64>>,
    members: Vec<String>,
    held: Vec<Said>,
    given: Vec<Said>,
    reached: Vec<Said>,
    names: usize,
}

impl Draft {
    /// An empty program.
    pub fn new(mut rng: Random, plane: bool) -> Self {
        let groups = rng.chance(40);
        let slips = rng.weighted((62, 0), &[(28, 1), (10, 2)]);
        Self {
            rng,
            sizes: Sizes { plane, groups },
            kinds: BTreeSet::new(),
            written: false,
            slips,
            functions: vec![],
            inner: vec![],
            code: vec![],
            launch: vec![],
            conditions: vec![],
            clauses: vec![],
            probes: vec![],
            scalars: BTreeMap::new(),
            elements: BTreeMap::new(),
            members: vec![],
            held: vec![],
            given: vec![],
            reached: vec![],
            names: 0,
        }
    }

    /// The thread that executes the code.
    pub fn own(&self) -> Thread {
        Thread::own(self.sizes.plane)
    }

    /// A name that is not used yet.
    pub fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A random integer from `lo` to `hi`.
    pub fn int(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.rng.below((hi - lo + 1).max(1) as usize) as i64
    }

    /// One of the texts; nothing if there are none.
    pub fn one(&mut self, texts: &[&str]) -> String {
        self.rng.pick(texts).copied().unwrap_or_default().to_owned()
    }

    /// The right text, or sometimes one of the wrong ones, if the program may have another mistake.
    pub fn slip(&mut self, right: &str, wrong: &[&str]) -> String {
        if self.slips > 0 && self.rng.chance(22) {
            self.slips -= 1;
            return self.one(wrong);
        }
        right.to_owned()
    }

    /// Declares a scalar of the launch, with values that are worth trying.
    pub fn scalar(&mut self, likely: impl IntoIterator<Item = i64>) -> String {
        let name = self.name("n");
        self.members.push(format!("global int {name};"));
        self.scalars.insert(name.clone(), likely.into_iter().collect());
        name
    }

    /// Declares an array.
    pub fn array(&mut self, prefix: &str, space: &str, lengths: &str) -> String {
        let name = self.name(prefix);
        self.members.push(format!("{space} int{lengths} {name};"));
        name
    }

    /// Declares an array with an element for each thread, which holds `amount` of it.
    pub fn cell(&mut self, prefix: &str, amount: &str) -> String {
        let lengths = self.sizes.lengths();
        let name = self.array(prefix, "global", &lengths);
        let perm = |t: &Thread| format!("Perm({name}{}, {amount})", t.slot());
        self.hold(&perm);
        let (own, other) = (self.own().slot(), self.one(&["1\\2", "write"]));
        if amount != "write" {
            self.probes.push(format!("assert Perm({name}{own}, write);"));
        } else if !self.sizes.plane {
            self.probes.push(format!("assert Perm({name}[0], {other});"));
        }
        name
    }

    /// Declares an array of `count` elements that all threads read.
    pub fn table(&mut self, count: i64, likely: &[i64]) -> String {
        let name = self.array("c", "global", &format!("[{count}]"));
        let perm = format!("(\\forall* int i; 0 <= i && i < {count}; Perm({name}[i], read))");
        self.held.push(Said { thread: perm.clone(), kernel: Some(perm) });
        self.elements.insert(name.clone(), likely.to_vec());
        self.probes.push(format!("assert Perm({name}[0], write);"));
        name
    }

    /// The thread holds something throughout. The argument says what, for any thread.
    pub fn hold(&mut self, perm: &dyn Fn(&Thread) -> String) {
        let kernel = self.sizes.each("\\forall*", perm);
        self.held.push(Said { thread: perm(&self.own()), kernel: Some(kernel) });
    }

    /// The thread holds something throughout that the kernel's contract cannot state.
    pub fn hold_only(&mut self, perm: String) {
        self.held.push(Said { thread: perm, kernel: None });
    }

    /// All that threads hold throughout, for contracts of barriers and loops with barriers.
    pub fn all_held(&self) -> Vec<String> {
        self.held.iter().map(|said| said.thread.clone()).collect()
    }

    /// The thread requires a fact about memory.
    pub fn requires(&mut self, fact: &dyn Fn(&Thread) -> String) {
        let kernel = self.sizes.each("\\forall", fact);
        self.given.push(Said { thread: fact(&self.own()), kernel: Some(kernel) });
    }

    /// The thread requires a fact that does not depend on the thread.
    pub fn requires_same(&mut self, fact: &str) {
        self.given.push(Said { thread: fact.to_owned(), kernel: Some(fact.to_owned()) });
    }

    /// The thread ensures a fact.
    pub fn ensures(&mut self, fact: &dyn Fn(&Thread) -> String) {
        let kernel = self.sizes.each("\\forall", fact);
        self.reached.push(Said { thread: fact(&self.own()), kernel: Some(kernel) });
    }

    /// The text of the program.
    pub fn text(&mut self) -> String {
        let mut out = String::new();
        for function in &self.functions {
            let _ = writeln!(out, "{function}");
        }
        let _ = writeln!(out, "kernel k {{");
        for line in self.members.iter().chain(&self.inner) {
            let _ = writeln!(out, "  {line}");
        }
        if self.sizes.groups {
            let _ = writeln!(out, "  kernel requires ngroups{} >= 1;", if self.sizes.plane { ".x" } else { "" });
        }
        for condition in &self.launch {
            let _ = writeln!(out, "  kernel requires {condition};");
        }
        let complete = self.held.iter().chain(&self.given).all(|said| said.kernel.is_some());
        if self.written && complete {
            // A written contract of the kernel implies those of the levels below.
            for (_, condition) in self.conditions.iter().filter(|(level, _)| *level != "kernel") {
                let _ = writeln!(out, "  kernel requires {condition};");
            }
            for (word, list) in [("context", &self.held), ("requires", &self.given)] {
                for clause in list.iter().filter_map(|said| said.kernel.as_ref()) {
                    let _ = writeln!(out, "  kernel {word} {clause};");
                }
            }
            for clause in self.reached.iter().filter_map(|said| said.kernel.as_ref()) {
                if self.rng.chance(60) {
                    let _ = writeln!(out, "  kernel ensures {clause};");
                }
            }
        }
        for (level, condition) in &self.conditions {
            let _ = writeln!(out, "  {level} requires {condition};");
        }
        for clause in &self.clauses {
            let _ = writeln!(out, "  {clause}");
        }
        for (word, list) in [("context", &self.held), ("requires", &self.given), ("ensures", &self.reached)] {
            for said in list {
                let _ = writeln!(out, "  {word} {};", said.thread);
            }
        }
        let _ = writeln!(out, "  void main() {{");
        for line in &self.code {
            let _ = writeln!(out, "    {line}");
        }
        let _ = writeln!(out, "  }}\n}}");
        out
    }
}
