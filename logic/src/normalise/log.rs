//! The names of the rules that a proof used.
//!
//! In: names, recorded when a rule is applied. Out: each name once, in the order of first use.

/// A list of names of rules, each once.
#[derive(Clone, Debug, Default)]
pub struct Log(Vec<&'static str>);

impl Log {
    /// Records the use of a rule.
    pub fn put(&mut self, rule: &'static str) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }
    /// Records all uses that another log has recorded.
    pub fn extend(&mut self, other: &Self) {
        other.0.iter().for_each(|r| self.put(r));
    }
    /// The names, in the order of their first use.
    pub fn into_names(self) -> Vec<&'static str> {
        self.0
    }
}
