//! Why a line of a proof holds, as data and in words.
//!
//! In: a law, and what it uses. Out: a phrase. Lines are counted from 1.

use std::collections::BTreeSet;

/// Texts that are longer than this are not repeated where a line refers to them.
const LONGEST: usize = 60;

/// Why a line holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The law by which it holds.
    pub law: Law,
    /// What the law needs, in its order.
    pub premises: Vec<Used>,
    /// Equations that are put into what the law needs or says.
    pub put_in: Vec<Used>,
}

/// What a line uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// What is used, unless it is the whole text of the only line.
    pub text: Option<String>,
    /// The positions of the lines from which it follows.
    pub lines: BTreeSet<usize>,
}

/// A law, with the terms that it is applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// It is a hypothesis; where that comes from.
    Fact(String),
    /// It is supposed, until a line says that the supposition is over.
    Supposed,
    /// It follows by truth values, or from equal terms.
    From,
    /// It is an instance of a rule: the name, and its variables with their values.
    Rule(&'static str, Vec<(String, String)>),
    /// It is a sum of inequalities and equations, with these factors.
    Sum(Vec<String>),
    /// It is a product of inequalities.
    Product,
    /// It follows from the floats that each term can be.
    Floats,
    /// It is an equation of floats that holds up to these assumptions.
    UpTo(String),
    /// It is an implication whose conclusion follows from its premise.
    Discharge,
    /// It holds whether or not this condition holds.
    Cases(String),
    /// One alternative holds where all others do not.
    Disjunction,
    /// It holds for all values, since nothing is known about the value.
    Generalise,
    /// It holds for these values, since it does for all.
    Instance(Vec<String>),
}

impl Reason {
    /// A reason in which nothing is put in.
    pub fn new(law: Law, premises: Vec<Used>) -> Self {
        Self { law, premises, put_in: vec![] }
    }

    /// The phrase.
    pub fn words(&self) -> String {
        let words: Vec<String> = self.premises.iter().map(Used::words).collect();
        let mut different: Vec<String> = words.iter().filter(|w| *w != "`true`").cloned().collect();
        different.dedup();
        let all = and(&different);
        let said = match &self.law {
            Law::Fact(origin) => origin.clone(),
            Law::Supposed => "supposed".into(),
            Law::From if words.is_empty() => "by computation".into(),
            Law::From => format!("from {all}"),
            Law::Rule(name, values) => {
                let values: Vec<String> = values.iter().map(|(v, t)| format!("{v} = {t}")).collect();
                let since = if all.is_empty() { String::new() } else { format!(", since {all}") };
                format!("rule `{name}` for {}{since}", and(&values))
            }
            Law::Sum(factors) => self.sum(factors, &words),
            Law::Floats if words.is_empty() => "by computation with floats".into(),
            Law::Floats => format!("by the range of floats, from {all}"),
            Law::UpTo(assumed) if words.is_empty() => format!("assuming {assumed}"),
            Law::UpTo(assumed) => format!("assuming {assumed}, from {all}"),
            Law::Product => format!("the product of {all}"),
            Law::Discharge => format!("from {all}, which supposes the premise"),
            Law::Cases(condition) if condition.len() > LONGEST => format!("in both cases: {all}"),
            Law::Cases(condition) => format!("whether or not `{condition}` holds: {all}"),
            Law::Disjunction => format!("from {all}, which supposes that the others are false"),
            Law::Generalise => format!("from {all}, which holds for every value"),
            Law::Instance(values) => format!("from {all} for {}", and(values)),
        };
        if self.put_in.is_empty() {
            return said;
        }
        format!("{said}, with {}", and(&self.put_in.iter().map(Used::words).collect::<Vec<_>>()))
    }

    /// What is added up. If an equation is used as several inequalities, the lines are named only.
    fn sum(&self, factors: &[String], words: &[String]) -> String {
        let lines: BTreeSet<&BTreeSet<usize>> = self.premises.iter().map(|used| &used.lines).collect();
        let times = |(factor, of): (&String, &String)| match factor.as_str() {
            "1" => of.clone(),
            factor => format!("{factor} times {of}"),
        };
        let summands: Vec<String> = factors.iter().zip(words).map(times).collect();
        match summands.as_slice() {
            [] => "by computation".into(),
            [one] => format!("from {one}"),
            several if lines.len() == several.len() => format!("the sum of {}", and(several)),
            _ => format!("a sum of multiples of {}", numbers(&self.lines().collect())),
        }
    }

    /// The positions of the lines on which it rests.
    pub fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        self.premises.iter().chain(&self.put_in).flat_map(|used| used.lines.iter().copied())
    }

    /// The same reason where the lines have other positions.
    pub fn moved(mut self, to: impl Fn(&BTreeSet<usize>) -> BTreeSet<usize>) -> Self {
        for used in self.premises.iter_mut().chain(&mut self.put_in) {
            used.lines = to(&used.lines);
        }
        self
    }
}

impl Used {
    fn words(&self) -> String {
        let lines = numbers(&self.lines);
        match &self.text {
            Some(text) if self.lines.is_empty() => format!("`{text}`"),
            Some(text) if text.len() <= LONGEST => format!("`{text}` ({lines})"),
            _ => lines,
        }
    }
}

fn numbers(lines: &BTreeSet<usize>) -> String {
    and(&lines.iter().map(|n| (n + 1).to_string()).collect::<Vec<_>>())
}

/// `a`, `a and b`, `a, b and c`.
fn and(all: &[String]) -> String {
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => all.concat(),
    }
}
