//! Reads proofs from text.
//!
//! In: text. Out: the hypotheses, the goal and the proof, or the line that is wrong and why. Terms are read as they are
//! written, without any simplification, and only if they make sense; the checker then judges the proof.

use super::expr::Expr;
use super::words::{operators, read_sort};
use crate::floats::{Assumption, Assumptions};
use crate::normalise::rules::named;
use crate::proof::sorts::sort_of;
use crate::proof::step::{Proof, Step, Sums};
use crate::term::{Binding, Names, Op, Role, Symbol, Term};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use ir::{FloatFormat, Rounding};
use rustc_hash::FxHashMap;

/// The deepest nesting of a term that is read, where the terms of other lines count that it names. What judges and
/// prints terms recurses, so deeper terms could overflow the stack.
pub const DEEPEST_TERM: usize = 4000;

/// What a text says.
#[derive(Debug)]
pub struct Document {
    /// The hypotheses.
    pub hypotheses: Vec<Term>,
    /// The assumptions about floats that the proof may rest on.
    pub assumed: Assumptions,
    /// What is claimed to follow from them.
    pub goal: Term,
    /// The proof of that.
    pub proof: Proof,
}

/// Why a text is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadFault {
    /// The number of the line; the first line is 1.
    pub line: usize,
    /// What is wrong there.
    pub cause: ReadCause,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadCause {
    /// The line is not one expression in parentheses, or it is nested too deeply.
    Parentheses,
    /// Something is missing at the end of a list.
    Short,
    /// This word stands where something else should, or a list, if there is no word.
    Unexpected(String),
    /// Nothing has this name.
    Unknown(String),
    /// Two things have this name or number.
    Twice(String),
    /// The operator does not take arguments of these sorts.
    Sorts,
    /// A term is nested more than [`DEEPEST_TERM`] deep.
    Deep,
    /// The text has no goal, or no step.
    Incomplete,
}

use ReadCause::{Deep, Parentheses, Short, Sorts, Twice, Unexpected, Unknown};

/// Reads a proof.
pub fn read(text: &str) -> Result<Document, ReadFault> {
    let mut reader = Reader { operators: operators().into_iter().collect(), ..Reader::default() };
    let mut line = 0;
    for (n, text) in text.lines().enumerate() {
        line = n + 1;
        // Some programs show what follows such a character as a line of its own, which is not read as one here.
        let hidden = |c: char| c.is_control() && c != '\t' || ['\u{2028}', '\u{2029}'].contains(&c);
        if let Some(c) = text.chars().find(|c| hidden(*c)) {
            return Err(ReadFault { line, cause: Unexpected(c.escape_default().to_string()) });
        }
        if !text.trim().is_empty() && !text.trim_start().starts_with(';') {
            reader.entry(text).map_err(|cause| ReadFault { line, cause })?;
        }
    }
    let Reader { hypotheses, assumed, goal, last, .. } = reader;
    let whole = goal.zip(last).map(|(goal, proof)| Document { hypotheses, assumed, goal, proof });
    whole.ok_or(ReadFault { line, cause: ReadCause::Incomplete })
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    operators: FxHashMap<String, Op>,
    symbols: FxHashMap<String, Symbol>,
    numbers: FxHashMap<u32, String>,
    /// The terms with a line of their own, and how deeply each is nested.
    terms: FxHashMap<String, (Term, usize)>,
    steps: FxHashMap<String, Proof>,
    hypotheses: Vec<Term>,
    assumed: Assumptions,
    goal: Option<Term>,
    last: Option<Proof>,
}

/// What is left of a list.
struct Rest<'e>(&'e [Expr]);

impl<'e> Rest<'e> {
    fn next(&mut self) -> Result<&'e Expr, ReadCause> {
        let (first, rest) = self.0.split_first().ok_or(Short)?;
        self.0 = rest;
        Ok(first)
    }

    fn word(&mut self) -> Result<&'e str, ReadCause> {
        match self.next()? {
            Expr::Word(word) => Ok(word),
            Expr::List(_) => Err(Unexpected(String::new())),
        }
    }

    fn list(&mut self) -> Result<Self, ReadCause> {
        match self.next()? {
            Expr::List(list) => Ok(Rest(list)),
            Expr::Word(word) => Err(Unexpected(word.clone())),
        }
    }

    fn number(&mut self) -> Result<usize, ReadCause> {
        let word = self.word()?;
        word.parse().map_err(|_| Unexpected(word.to_owned()))
    }

    /// All that is left, read by `item`.
    fn all<T>(mut self, mut item: impl FnMut(&mut Self) -> Result<T, ReadCause>) -> Result<Vec<T>, ReadCause> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push(item(&mut self)?);
        }
        Ok(all)
    }

    /// A list of lists of two things.
    fn pairs<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, ReadCause>) -> Result<Vec<T>, ReadCause> {
        self.list()?.all(|rest| {
            let mut pair = rest.list()?;
            let read = item(&mut pair)?;
            pair.end()?;
            Ok(read)
        })
    }

    /// Nothing may be left.
    fn end(&self) -> Result<(), ReadCause> {
        match self.0.first() {
            None => Ok(()),
            Some(Expr::Word(word)) => Err(Unexpected(word.clone())),
            Some(Expr::List(_)) => Err(Unexpected(String::new())),
        }
    }
}

impl Reader {
    fn entry(&mut self, text: &str) -> Result<(), ReadCause> {
        let list = Expr::read(text).ok_or(Parentheses)?;
        let mut rest = Rest(&list);
        match rest.word()? {
            "symbol" => self.symbol(&mut rest)?,
            "term" => {
                let name = numbered('t', rest.word()?)?;
                let term = self.nested(rest.next()?)?;
                put(&mut self.terms, name, term)?;
            }
            "hypothesis" => {
                let term = self.term(rest.next()?)?;
                self.hypotheses.push(term);
            }
            "assuming" => {
                while !rest.0.is_empty() {
                    self.assumed = self.assumed.with([assumption(&mut rest)?].into_iter().collect());
                }
            }
            "goal" if self.goal.is_none() => self.goal = Some(self.term(rest.next()?)?),
            "step" => {
                let name = numbered('s', rest.word()?)?;
                let step = Proof::new(self.step(&mut rest)?);
                self.last = Some(step.clone());
                put(&mut self.steps, name, step)?;
            }
            word => return Err(Unexpected(word.to_owned())),
        }
        rest.end()
    }

    /// Two symbols with one number would be the same symbol.
    fn symbol(&mut self, rest: &mut Rest<'_>) -> Result<(), ReadCause> {
        let name = rest.word()?;
        let wrong = || Unexpected(name.to_owned());
        let (shown, number) = name.rsplit_once('#').ok_or_else(wrong)?;
        let number: u32 = number.parse().ok().filter(|n| *n < u32::MAX).ok_or_else(wrong)?;
        let sort = |rest: &mut Rest<'_>| read_sort(rest.next()?).ok_or(Sorts);
        let params = rest.list()?.all(sort)?;
        let symbol = Names::starting_at(number).fresh(shown, params, sort(rest)?, Role::Scalar);
        if self.numbers.insert(number, name.to_owned()).is_some() {
            return Err(Twice(name.to_owned()));
        }
        put(&mut self.symbols, name, symbol)
    }

    fn term(&self, expr: &Expr) -> Result<Term, ReadCause> {
        Ok(self.nested(expr)?.0)
    }

    /// A term, and how deeply it is nested: 0 for a literal or a constant.
    fn nested(&self, expr: &Expr) -> Result<(Term, usize), ReadCause> {
        let list = match expr {
            Expr::Word(word) => match self.terms.get(word) {
                Some(known) => return Ok(known.clone()),
                None => return Ok((self.leaf(word)?, 0)),
            },
            Expr::List(list) => list,
        };
        let (mut rest, mut depth) = (Rest(list), 0);
        let mut part = |rest: &mut Rest<'_>| {
            let (term, below) = self.nested(rest.next()?)?;
            depth = depth.max(below + 1);
            Ok(term)
        };
        let head = rest.word()?;
        let op = match head {
            "forall" | "exists" => {
                let binders = rest.list()?.all(|rest| self.known(&self.symbols, rest.word()?))?;
                let triggers = rest.list()?.all(|rest| rest.list()?.all(&mut part))?;
                Op::Quant(Box::new(Binding { universal: head == "forall", binders, triggers }))
            }
            _ => match self.operators.get(head) {
                Some(op) => op.clone(),
                None => Op::App(self.known(&self.symbols, head)?),
            },
        };
        let term = made(op, rest.all(part)?)?;
        if depth <= DEEPEST_TERM {
            Ok((term, depth))
        } else {
            Err(Deep)
        }
    }

    /// A literal or a constant.
    fn leaf(&self, word: &str) -> Result<Term, ReadCause> {
        let wrong = |_| Unexpected(word.to_owned());
        let bits = |bits: &str| u64::from_str_radix(bits, 16).map_err(|_| Unexpected(word.to_owned()));
        let op = if let Some(hex) = word.strip_prefix("f32:") {
            let short = u32::from_str_radix(hex, 16).map_err(|_| Unexpected(word.to_owned()))?;
            Op::Float(FloatFormat::Single, u64::from(short))
        } else if let Some(hex) = word.strip_prefix("f64:") {
            Op::Float(FloatFormat::Double, bits(hex)?)
        } else if word == "true" || word == "false" {
            Op::Bool(word == "true")
        } else if !word.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            Op::App(self.known(&self.symbols, word)?)
        } else if word.contains('/') {
            Op::Real(fraction(word)?)
        } else {
            Op::Int(word.parse::<IBig>().map_err(wrong)?)
        };
        made(op, vec![])
    }

    /// What has this name.
    fn known<T: Clone>(&self, all: &FxHashMap<String, T>, name: &str) -> Result<T, ReadCause> {
        all.get(name).cloned().ok_or_else(|| Unknown(name.to_owned()))
    }

    fn step(&self, rest: &mut Rest<'_>) -> Result<Step, ReadCause> {
        let t = |rest: &mut Rest<'_>| self.term(rest.next()?);
        let p = |rest: &mut Rest<'_>| self.known(&self.steps, rest.word()?);
        let ps = |rest: &mut Rest<'_>| rest.list()?.all(p);
        let with = |rest: &mut Rest<'_>| Ok(Sums { by: ps(rest)?, zero: rest.pairs(|pair| Ok((t(pair)?, p(pair)?)))? });
        let bindings = |rest: &mut Rest<'_>| {
            rest.pairs(|pair| {
                let name = pair.word()?;
                let mut letters = name.chars();
                let variable = letters.next().filter(|_| letters.next().is_none());
                Ok((variable.ok_or_else(|| Unexpected(name.to_owned()))?, t(pair)?))
            })
        };
        Ok(match rest.word()? {
            "assume" => Step::Assume(t(rest)?),
            "congruence" => Step::Congruence { of: t(rest)?, args: rest.pairs(|pair| Ok((pair.number()?, p(pair)?)))? },
            "replace" => Step::Replace { of: t(rest)?, by: ps(rest)? },
            "chain" => Step::Chain(ps(rest)?),
            "flip" => Step::Flip(p(rest)?),
            "rule" => {
                let (name, direction) = (rest.word()?, rest.word()?);
                let rounding = Rounding::named(direction).ok_or_else(|| Unknown(direction.to_owned()))?;
                let name = named(name, rounding).ok_or_else(|| Unknown(name.to_owned()))?.name;
                Step::Rule { name, rounding, bindings: bindings(rest)?, guards: ps(rest)? }
            }
            "commute" => Step::Commute(t(rest)?),
            "lift" => Step::Lift { of: t(rest)?, part: t(rest)? },
            "sums" => Step::Sums { from: t(rest)?, to: t(rest)?, with: with(rest)? },
            "is-true" => Step::IsTrue(p(rest)?),
            "is-false" => Step::IsFalse(p(rest)?),
            "equation" => Step::Equation(p(rest)?),
            "rewritten" => Step::Rewritten(p(rest)?, p(rest)?),
            "from-true" => Step::FromTrue(p(rest)?),
            "floats" => Step::Floats { condition: t(rest)?, from: ps(rest)? },
            "up-to" => {
                let condition = t(rest)?;
                let assumed = rest.list()?.all(assumption)?.into_iter().collect();
                let reflexive = ps(rest)?;
                if reflexive.len() > 1 {
                    return Err(Unexpected(String::new()));
                }
                Step::UpTo { condition, assumed, reflexive: reflexive.into_iter().next() }
            }
            "evaluate" => Step::Evaluate { condition: t(rest)?, from: ps(rest)? },
            "linear" => {
                let condition = t(rest)?;
                let flipped = match rest.word()? {
                    "flipped" => true,
                    "plain" => false,
                    word => return Err(Unexpected(word.to_owned())),
                };
                let premises = rest.pairs(|pair| Ok((fraction(pair.word()?)?, p(pair)?)))?;
                Step::Linear { condition, flipped, premises, with: with(rest)? }
            }
            "product" => Step::Product(ps(rest)?),
            "discharge" => Step::Discharge { assumption: t(rest)?, conclusion: p(rest)? },
            "cases" => Step::Cases { condition: t(rest)?, yes: p(rest)?, no: p(rest)? },
            "disjunction" => Step::Disjunction { of: t(rest)?, position: rest.number()?, shown: p(rest)? },
            "generalise" => Step::Generalise { of: t(rest)?, body: p(rest)? },
            "instance" => Step::Instance { of: p(rest)?, values: rest.list()?.all(t)? },
            word => return Err(Unknown(word.to_owned())),
        })
    }
}

/// The term, if the operator takes these arguments.
fn made(op: Op, args: Vec<Term>) -> Result<Term, ReadCause> {
    let sort = sort_of(&op, &args).ok_or(Sorts)?;
    Ok(Term::raw(op, args, sort))
}

/// The name of an assumption about floats.
fn assumption(rest: &mut Rest<'_>) -> Result<Assumption, ReadCause> {
    let name = rest.word()?;
    Assumption::named(name).ok_or_else(|| Unknown(name.to_owned()))
}

/// A fraction with a denominator that is not 0.
fn fraction(word: &str) -> Result<RBig, ReadCause> {
    let parts = word.split_once('/').and_then(|(n, d)| Some((n.parse::<IBig>().ok()?, d.parse::<UBig>().ok()?)));
    let parts = parts.filter(|(_, d)| !d.is_zero());
    parts.map(|(n, d)| RBig::from_parts(n, d)).ok_or_else(|| Unexpected(word.to_owned()))
}

/// A name that is this letter and a number, so that it is not the name of anything else.
fn numbered(letter: char, name: &str) -> Result<&str, ReadCause> {
    let digits = name.strip_prefix(letter).filter(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    digits.map(|_| name).ok_or_else(|| Unexpected(name.to_owned()))
}

/// Adds something under a name that nothing has yet.
fn put<T>(all: &mut FxHashMap<String, T>, name: &str, value: T) -> Result<(), ReadCause> {
    match all.insert(name.to_owned(), value) {
        None => Ok(()),
        Some(_) => Err(Twice(name.to_owned())),
    }
}
