//! Values and conditions, each as an expression for code, and as an expression over the start for specifications.
//!
//! In: the state of the generator. Out: two expressions that are equal.

use super::state::Code;

/// A value: the expression for code, and the one for specifications.
pub type Pair = (String, String);

/// The expression in parentheses, unless it is one word or number.
pub fn wrap(e: &str) -> String {
    let simple =
        e.chars().all(|c| c.is_alphanumeric()) || (e.starts_with('(') && e.ends_with(')') && !e.contains(") "));
    if simple {
        e.to_owned()
    } else {
        format!("({e})")
    }
}

/// `value + by`, where numbers are added up.
pub fn plus(value: &str, by: &str) -> String {
    if by == "0" {
        return value.to_owned();
    }
    format!("{} + {}", wrap(value), wrap(by))
}

impl Code {
    /// A random integer.
    pub fn value(&mut self) -> Pair {
        let same = |e: &str| (e.to_owned(), e.to_owned());
        match self.rng.below(12) {
            0..=2 => same(&self.rng.below(5).to_string()),
            3 | 4 => same("tid"),
            5 => same("n"),
            6 => {
                let k = 2 + self.rng.below(2);
                same(&format!("{k} * tid"))
            }
            7 => same("tid % 2"),
            8 => self.load().unwrap_or_else(|| same("n + 1")),
            9 => self.variable().unwrap_or_else(|| same("tid + 1")),
            10 => self.element().unwrap_or_else(|| same("n - tid")),
            _ => {
                let k = (1 + self.rng.below(3)).to_string();
                let (code, value) = self.load().or_else(|| self.variable()).unwrap_or_else(|| same("tid"));
                (plus(&code, &k), plus(&value, &k))
            }
        }
    }

    /// A read of a cell whose value is known, and short.
    fn load(&mut self) -> Option<Pair> {
        let known = self.cells.iter().filter_map(|c| Some((c.place(), c.value.clone()?)));
        let known: Vec<Pair> = known.filter(|(_, value)| value.len() < 60).collect();
        self.rng.pick(&known).cloned()
    }

    fn variable(&mut self) -> Option<Pair> {
        let short: Vec<Pair> = self.variables.iter().filter(|(_, value)| value.len() < 60).cloned().collect();
        self.rng.pick(&short).cloned()
    }

    /// A read of an element of a private array, sometimes at an index that is computed.
    fn element(&mut self) -> Option<Pair> {
        let mut known: Vec<Pair> = Vec::new();
        for array in &self.arrays {
            for (n, value) in array.values.iter().enumerate() {
                known.extend(value.clone().map(|value| (format!("{}[{n}]", array.name), value)));
            }
            if let [Some(first), Some(second)] = array.values.as_slice() {
                let value = format!("(tid % 2 == 0 ? {first} : {second})");
                known.push((format!("{}[tid % 2]", array.name), value));
            }
        }
        known.retain(|(_, value)| value.len() < 60);
        self.rng.pick(&known).cloned()
    }

    /// A condition that may differ between threads, as code and as a specification.
    pub fn condition(&mut self) -> Pair {
        let own = self.own();
        let same = |e: String| (e.clone(), e);
        match self.rng.below(7) {
            0 => same(format!("{own} == 0")),
            1 => same("tid % 2 == 0".into()),
            2 => same("tid < n".into()),
            3 => same(format!("{own} == gsize - 1")),
            4 => same(format!("{own} >= {}", 1 + self.rng.below(2))),
            _ => match self.load() {
                Some((code, value)) => {
                    let k = self.rng.below(4);
                    (format!("{code} > {k}"), format!("{} > {k}", wrap(&value)))
                }
                None => same("n > tid".into()),
            },
        }
    }

    /// A condition on which all threads of a group agree.
    pub fn uniform(&mut self) -> String {
        match self.rng.below(5) {
            0 => "n % 2 == 0".into(),
            1 if self.groups => "gid % 2 == 0".into(),
            2 => "gsize > 2".into(),
            _ => format!("n > {}", self.rng.below(4)),
        }
    }
}
