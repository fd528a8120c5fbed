//! Names for the values that an array or a variable has at different points: `a@12` is `a` since line 12.
//!
//! In: the points of the code at which values are made. Out: different names for different values, and a legend.

use logic::origin::{Event, Version};
use logic::term::{self, Role, Symbol, Term, Wording};
use std::cell::RefCell;

use crate::report::distinct::{Distinct, Key};
use crate::report::pvl::Words;

/// Names for the values in one obligation, and which of these names were used.
pub struct Names<'t> {
    words: Words<'t>,
    versions: &'t [Version],
    /// A name for each of `versions`, in their order.
    labels: Vec<String>,
    used: RefCell<Vec<usize>>,
    distinct: Distinct,
}

impl<'t> Names<'t> {
    /// Names for all versions.
    pub fn new(words: Words<'t>, versions: &'t [Version]) -> Self {
        let mut labels: Vec<String> = Vec::new();
        for v in versions {
            let name = words.subject(v.of);
            let mut label = match v.event {
                Event::Declared => name.to_owned(),
                Event::Loop
                | Event::Store
                | Event::Barrier
                | Event::If
                | Event::Call
                | Event::Copy
                | Event::Launch
                | Event::Opened
                | Event::Step
                | Event::Moved
                | Event::Message
                | Event::Synchronised
                | Event::Gather
                | Event::Shuffle
                | Event::Par => format!("{name}@{}", words.line(v.node)),
                Event::End => format!("{name}@end"),
            };
            while labels.contains(&label) {
                label.push('\'');
            }
            labels.push(label);
        }
        Self { words, versions, labels, used: RefCell::default(), distinct: Distinct::default() }
    }

    /// A term with these names.
    pub fn show(&self, t: &Term) -> String {
        term::show_in(t, self)
    }

    fn name(&self, t: &Term) -> Option<String> {
        if let Some(symbol) = t.as_app() {
            let arrays: Vec<&Term> = t.args().iter().filter(|a| a.sort().is_array()).collect();
            if matches!(symbol.role(), Role::Function(_)) && !arrays.is_empty() {
                // The value of the function depends on memory, so the arrays are printed as further arguments.
                let scalars = t.args().iter().filter(|a| !a.sort().is_array());
                let scalars: Vec<String> = scalars.map(|a| self.show(a)).collect();
                let arrays: Vec<String> = arrays.into_iter().map(|a| self.show(a)).collect();
                return Some(format!(
                    "{}({}; {})",
                    self.distinct.symbol(symbol),
                    scalars.join(", "),
                    arrays.join(", ")
                ));
            }
            let at = self.versions.iter().position(|v| v.term.as_app() == Some(symbol))?;
            let label = self.used(at)?;
            // The value belongs to another thread, or to an arbitrary one.
            let own = self.versions.get(at).is_some_and(|v| v.term == *t);
            let other = t.args().last().filter(|_| !own).map(|u| format!("({})", self.show(u)));
            return Some(label + &other.unwrap_or_default());
        }
        let at = self.versions.iter().position(|v| v.term == *t)?;
        self.used(at)
    }

    fn used(&self, at: usize) -> Option<String> {
        let mut used = self.used.borrow_mut();
        if !used.contains(&at) {
            used.push(at);
        }
        self.label(at)
    }

    fn label(&self, at: usize) -> Option<String> {
        self.labels.get(at).map(|label| self.distinct.name(Key::Label(at), label))
    }

    /// The meanings of the names that were used, one line for each.
    pub fn legend(&self) -> Vec<String> {
        let mut used = self.used.borrow().clone();
        used.sort_unstable();
        let mut out = Vec::new();
        for at in used {
            let (Some(v), Some(label)) = (self.versions.get(at), self.label(at)) else { continue };
            let line = self.words.line(v.node);
            let (name, since) = (
                self.words.subject(v.of),
                match v.event {
                    Event::Store => format!("after the store at line {line}"),
                    Event::Loop => format!("at the head of the loop at line {line}, after any number of iterations"),
                    Event::Barrier => format!("when all threads have reached the barrier at line {line}"),
                    Event::If => format!("after the `if` at line {line}"),
                    Event::Call => format!("after the call at line {line}"),
                    Event::Copy => format!("after the copy at line {line}"),
                    Event::Launch => format!("after the launch at line {line}"),
                    Event::Opened | Event::Step => format!("when the atomic step at line {line} begins"),
                    Event::Gather => format!("after the vote at line {line}"),
                    Event::Shuffle => format!("after the shuffle at line {line}"),
                    Event::Moved => format!("after permissions were moved at line {line}"),
                    Event::Message => format!("after the message at line {line}"),
                    Event::Synchronised => format!("after the lock or thread at line {line}"),
                    Event::Par => format!("after the parallel block at line {line}"),
                    Event::Declared => format!("without initial value, declared at line {line}"),
                    Event::End => "when all threads have ended".to_owned(),
                },
            );
            out.push(format!("`{label}` is `{name}` {since}"));
        }
        out
    }
}

impl Wording for Names<'_> {
    fn term(&self, term: &Term) -> Option<String> {
        self.name(term)
    }

    fn symbol(&self, symbol: &Symbol) -> String {
        self.distinct.symbol(symbol)
    }

    fn enter(&self, binders: &[Symbol], body: &Term) -> Vec<String> {
        let has_label = |s: &Symbol| self.versions.iter().any(|v| v.term.as_app() == Some(s));
        self.distinct.enter(binders, body, &has_label)
    }

    fn leave(&self, binders: &[Symbol]) {
        self.distinct.leave(binders);
    }

    fn is_complete(&self) -> bool {
        true
    }
}
