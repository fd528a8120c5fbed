//! Reads proofs from text.
//!
//! In: text. Out: the hypotheses, the goal and the proof, or the line that is wrong and why. Terms are read as they are
//! written, without any simplification, and only if they make sense; the checker then judges the proof.

use super::about::About;
use super::expr::{Expr, Rest};
use super::fault::{ReadCause, ReadFault};
use super::words::{operators, read_enumeration, read_sort};
use super::write::rests_on;
use crate::floats::{Assumption, Assumptions};
use crate::normalise::rules::named;
use crate::proof::sorts::sort_of;
use crate::proof::step::{Proof, Step, Sums};
use crate::term::{Binding, Names, Op, Role, Sort, Symbol, Term};
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
    /// The obligation that is proved, if the text says so.
    pub about: Option<About>,
    /// The hypotheses.
    pub hypotheses: Vec<Term>,
    /// The assumptions about floats that the proof may rest on.
    pub assumed: Assumptions,
    /// What is claimed to follow from them.
    pub goal: Term,
    /// The proof of that.
    pub proof: Proof,
    /// The numbers of the lines of steps, by the addresses of the steps.
    lines: FxHashMap<usize, usize>,
}

impl Document {
    /// The number of the line of a step; the first line is 1. `None` if the step is not in the text.
    pub fn line_of(&self, step: &Proof) -> Option<usize> {
        self.lines.get(&address(step)).copied()
    }
}

use ReadCause::{Again, Deep, Late, NoCondition, Parentheses, Sorts, Twice, Unexpected, Unknown, Unused};

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
            reader.entry(line, text).map_err(|cause| ReadFault { line, cause })?;
        }
    }
    let Reader { about, hypotheses, assumed, assumed_at, goal, last, lines, .. } = reader;
    let (Some(goal), Some(proof)) = (goal, last) else {
        return Err(ReadFault { line: line.max(1), cause: ReadCause::Incomplete });
    };
    let used = rests_on(&proof);
    if let Some(unused) = assumed.iter().find(|one| !used.has(*one)) {
        return Err(ReadFault { line: assumed_at.unwrap_or(1), cause: Unused(unused.name().to_owned()) });
    }
    Ok(Document { about, hypotheses, assumed, goal, proof, lines })
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
    /// Whether a line was read that is no comment.
    begun: bool,
    about: Option<About>,
    hypotheses: Vec<Term>,
    assumed: Assumptions,
    /// The number of the line with the assumptions.
    assumed_at: Option<usize>,
    goal: Option<Term>,
    last: Option<Proof>,
    /// The numbers of the lines of steps, by the addresses of the steps.
    lines: FxHashMap<usize, usize>,
}

impl Reader {
    fn entry(&mut self, line: usize, text: &str) -> Result<(), ReadCause> {
        let list = Expr::read(text).ok_or(Parentheses)?;
        let mut rest = Rest(&list);
        let begun = std::mem::replace(&mut self.begun, true);
        match rest.word()? {
            "about" if begun => return Err(Late("about".to_owned())),
            "about" => self.about = Some(about(&mut rest)?),
            word @ ("assuming" | "hypothesis" | "goal") if self.last.is_some() => return Err(Late(word.to_owned())),
            "symbol" => self.symbol(&mut rest)?,
            "term" => {
                let name = numbered('t', rest.word()?)?;
                let term = self.nested(rest.next()?)?;
                put(&mut self.terms, name, term)?;
            }
            "hypothesis" => {
                let condition = self.condition(&mut rest)?;
                self.hypotheses.push(condition);
            }
            word @ "assuming" if self.assumed_at.is_some() => return Err(Again(word.to_owned())),
            "assuming" => {
                self.assumed_at = Some(line);
                self.assumed = assumptions(&mut rest)?;
            }
            word @ "goal" if self.goal.is_some() => return Err(Again(word.to_owned())),
            "goal" => self.goal = Some(self.condition(&mut rest)?),
            "step" => {
                let name = numbered('s', rest.word()?)?;
                let step = Proof::new(self.step(&mut rest)?);
                self.last = Some(step.clone());
                let _ = self.lines.insert(address(&step), line);
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

    fn condition(&self, rest: &mut Rest<'_>) -> Result<Term, ReadCause> {
        let term = self.term(rest.next()?)?;
        if term.sort() == Sort::BOOL {
            Ok(term)
        } else {
            Err(NoCondition)
        }
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
        } else if let Some((number, of)) = word.strip_prefix("enum:").and_then(|rest| rest.split_once(':')) {
            let number = number.parse::<u32>().map_err(|_| Unexpected(word.to_owned()))?;
            Op::Enum(read_enumeration(of).ok_or_else(|| Unexpected(word.to_owned()))?, number)
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
                let rounding = Rounding::named(direction).ok_or_else(|| ReadCause::Direction(direction.to_owned()))?;
                let name = named(name, rounding).ok_or_else(|| no_rule(name, direction))?.name;
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

/// Why there is no rule of this name for this direction of rounding.
fn no_rule(name: &str, direction: &str) -> ReadCause {
    if Rounding::ALL.iter().any(|(_, other)| named(name, *other).is_some()) {
        ReadCause::NoInstance(name.to_owned(), direction.to_owned())
    } else {
        Unknown(name.to_owned())
    }
}

/// The file, the item and the obligation that a proof is about.
fn about(rest: &mut Rest<'_>) -> Result<About, ReadCause> {
    let mut part = || {
        let word = rest.word()?;
        About::unescaped(word).ok_or_else(|| Unexpected(word.to_owned()))
    };
    Ok(About { file: part()?, item: part()?, obligation: part()? })
}

/// Different assumptions about floats.
fn assumptions(rest: &mut Rest<'_>) -> Result<Assumptions, ReadCause> {
    let mut all = Assumptions::NONE;
    while !rest.0.is_empty() {
        let next = assumption(rest)?;
        if all.has(next) {
            return Err(Again(next.name().to_owned()));
        }
        all = all.with([next].into_iter().collect());
    }
    Ok(all)
}

fn address(step: &Proof) -> usize {
    std::sync::Arc::as_ptr(step) as usize
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
