//! The names of the rules that a simplification used.

/// Names in the order of their first use.
#[derive(Clone, Debug, Default)]
pub struct Log(Vec<&'static str>);

impl Log {
    /// Notes a use.
    pub fn put(&mut self, rule: &'static str) {
        if !self.0.contains(&rule) {
            self.0.push(rule);
        }
    }
    /// Notes all uses of another log.
    pub fn extend(&mut self, other: &Self) {
        other.0.iter().for_each(|r| self.put(r));
    }
    /// The names.
    pub fn into_names(self) -> Vec<&'static str> {
        self.0
    }
}
