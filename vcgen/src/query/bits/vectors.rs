//! Translates facts about integers to facts about bit vectors of one width, which is so large that no operation wraps
//! around.
//!
//! Every integer in the result has a range that follows from the facts, and all these ranges fit the width. So every
//! state that satisfies the facts gives a state that satisfies the result, with the same numbers; and if the result is
//! contradictory, so are the facts:
//!
//! - reads of memory and applications of functions become constants, and a fact says that equal arguments give equal
//!   values;
//! - large products of unknowns, and divisions by them, become constants within their range;
//! - a comparison of integers without a range becomes an unknown truth value, and so does every fact that is not about
//!   integers, floats and truth values.
//!
//! In: ground facts. Out: facts and a width. A model of the result need not be a model of the facts: it is a proposal,
//! which `trial.rs` tries.

use super::range::Range;
use super::ranges::Ranges;
use crate::solving::{Floats, Integers, Query};
use ir::Bits;
use logic::term::{self, FloatOp, Names, Op, Role, Sort, SortKind, Term};
use rustc_hash::FxHashMap;

/// Largest width of a bit vector. Integers of 64 bits can then be multiplied by a power of two below 2^64.
const WIDEST: usize = 140;
/// Products of two unknown values that need more bits than this become constants, since they cost the solver seconds.
const PRODUCT: usize = 16;
/// Largest number of reads and applications for which facts say that equal arguments give equal values.
const MOST: usize = 40;

/// Facts over bit vectors.
#[derive(Clone, Debug)]
pub struct Vectors {
    /// The facts.
    pub facts: Vec<Term>,
    /// The number of bits of each integer, including the bit for the sign.
    pub width: u32,
    /// Terms of the original facts, each with the constant that replaces it.
    pub leaves: Vec<(Term, Term)>,
}

impl Vectors {
    /// The query whether the facts can all be true. Z3 translates it to truth values.
    pub fn query(self) -> Query {
        let integers = Integers::Bits(self.width);
        Query { floats: Floats::BitPrecise, integers, blast: true, ..Query::satisfiable(self.facts) }
    }
}

/// The facts with integers of fixed width; `None` if none of their integers has a range.
pub fn vectors(facts: &[Term]) -> Option<Vectors> {
    let ranges = Ranges::of(facts);
    if ranges.contradict() {
        return Some(Vectors { facts: vec![term::bool(false)], width: 1, leaves: vec![] });
    }
    let mut t = Translation {
        ranges,
        names: Names::starting_at(Names::LATER + (1 << 30)),
        leaves: vec![],
        known: FxHashMap::default(),
        numbers: FxHashMap::default(),
        truths: FxHashMap::default(),
        width: 0,
    };
    let mut conversions = Vec::new();
    super::lemmas::of_conversions(facts, &mut conversions);
    let mut out: Vec<Term> = facts.iter().chain(&conversions).map(|f| t.truth(f)).collect();
    // Adds facts that equal arguments give equal values. The terms in these arguments may be new.
    let mut told = 0;
    while told < t.leaves.len().min(MOST) {
        for n in 0..told {
            out.extend(t.congruence(n, told));
        }
        told += 1;
    }
    for (leaf, constant) in &t.leaves {
        if leaf.sort() == Sort::INT {
            let (lo, hi) = t.ranges.get(leaf).bounds().map(|(lo, hi)| (lo.clone(), hi.clone()))?;
            out.push(term::le(term::int(lo), constant.clone()));
            out.push(term::le(constant.clone(), term::int(hi)));
        }
    }
    out.retain(|f| !f.is_true());
    (t.width > 0).then_some(Vectors { facts: out, width: u32::try_from(t.width).ok()?, leaves: t.leaves })
}

struct Translation {
    ranges: Ranges,
    names: Names,
    /// Terms of the facts, each with the constant that replaces it, in the order in which they were found.
    leaves: Vec<(Term, Term)>,
    /// The constants that replace terms, including those that stand for unknown truth values.
    known: FxHashMap<Term, Term>,
    /// The translation of each integer and float; `None` if it has no range or cannot be translated.
    numbers: FxHashMap<Term, Option<Term>>,
    /// The translation of each condition.
    truths: FxHashMap<Term, Term>,
    /// The number of bits that the integers so far need, including the bit for the sign.
    width: usize,
}

impl Translation {
    /// The translation of a condition: an unknown truth value if the condition cannot be translated.
    fn truth(&mut self, t: &Term) -> Term {
        if let Some(done) = self.truths.get(t) {
            return done.clone();
        }
        let result = self.condition(t).unwrap_or_else(|| self.constant(t));
        let _ = self.truths.insert(t.clone(), result.clone());
        result
    }

    /// The translation of a condition; `None` if it cannot be translated.
    fn condition(&mut self, t: &Term) -> Option<Term> {
        Some(match (t.op(), t.args()) {
            (Op::Bool(_), _) => t.clone(),
            (Op::Not | Op::And | Op::Or | Op::Implies, args) => {
                let args = args.iter().map(|a| self.truth(a)).collect();
                term::rebuild(t.op(), args, Sort::BOOL)
            }
            (Op::Ite, [c, a, b]) => term::ite(self.truth(c), self.truth(a), self.truth(b)),
            (Op::Eq, [a, b]) if a.sort() == Sort::BOOL => term::eq(self.truth(a), self.truth(b)),
            (Op::Eq | Op::Le | Op::Lt | Op::FloatOp(_), args) => {
                let args = args.iter().map(|a| self.number(a)).collect::<Option<_>>()?;
                term::rebuild(t.op(), args, Sort::BOOL)
            }
            (Op::App(_) | Op::Select, _) => self.leaf(t),
            _ => return None,
        })
    }

    /// The translation of an integer that has a range, or of a float.
    fn number(&mut self, t: &Term) -> Option<Term> {
        if let Some(done) = self.numbers.get(t) {
            return done.clone();
        }
        let result = match t.sort().kind() {
            SortKind::Int => self.integer(t),
            SortKind::Float(_) => self.float(t),
            _ => None,
        };
        let _ = self.numbers.insert(t.clone(), result.clone());
        result
    }

    /// The translation of an integer; `None` if it has no range that fits [`WIDEST`].
    fn integer(&mut self, t: &Term) -> Option<Term> {
        let range = self.ranges.get(t);
        let width = range.width().filter(|w| *w <= WIDEST)?;
        let parts = match self.form(t) {
            Form::Leaf => None,
            Form::Parts => t.args().iter().map(|a| self.number(a)).collect::<Option<Vec<_>>>(),
            Form::Choice => match t.args() {
                [c, a, b] => self.number(a).zip(self.number(b)).map(|(a, b)| vec![self.truth(c), a, b]),
                _ => None,
            },
        };
        // The width has room for every value that the operation can have on these operands, unless that needs too many
        // bits. So no operation wraps around in a model of the result, either.
        let made = parts.as_ref().and_then(|_| self.ranges.computed(t).width()).filter(|w| *w <= WIDEST);
        self.width = self.width.max(width).max(made.unwrap_or(0));
        // A term that cannot be translated becomes a constant, and a fact states its range.
        Some(match parts {
            Some(parts) => term::rebuild(t.op(), parts, Sort::INT),
            None => self.leaf(t),
        })
    }

    /// How an integer is translated.
    fn form(&mut self, t: &Term) -> Form {
        let literal = |t: &Term| t.as_int().is_some();
        let short = |r: Range| r.is_natural() && r.width().is_some_and(|w| w <= 9);
        match (t.op(), t.args()) {
            (Op::Int(_) | Op::Add | Op::Sub | Op::Neg, _) => Form::Parts,
            (Op::Mul, args) if args.iter().filter(|a| !literal(a)).count() <= 1 => Form::Parts,
            (Op::Mul, _) if self.ranges.get(t).width().is_some_and(|w| w <= PRODUCT) => Form::Parts,
            (Op::Div | Op::Mod, [_, d]) if d.as_int().is_some_and(|d| !d.is_zero()) => Form::Parts,
            (Op::Bits(Bits::And | Bits::Or | Bits::Xor), _) => Form::Parts,
            (Op::Bits(Bits::Shl | Bits::Shr), [_, k]) if short(self.ranges.get(k)) => Form::Parts,
            (Op::FloatOp(FloatOp::ToInt(_)), _) => Form::Parts,
            (Op::Ite, _) => Form::Choice,
            _ => Form::Leaf,
        }
    }

    /// The translation of a float.
    fn float(&mut self, t: &Term) -> Option<Term> {
        Some(match (t.op(), t.args()) {
            (Op::Float(..), _) => t.clone(),
            (Op::FloatOp(op), args) => {
                let args = args.iter().map(|a| self.number(a)).collect::<Option<Vec<_>>>();
                match args {
                    Some(args) => term::float_op(*op, args),
                    None => self.leaf(t),
                }
            }
            (Op::Ite, [c, a, b]) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                term::ite(self.truth(c), a, b)
            }
            _ => self.leaf(t),
        })
    }

    /// The constant that replaces a term of the facts.
    fn leaf(&mut self, t: &Term) -> Term {
        let new = !self.known.contains_key(t);
        let constant = self.constant(t);
        if new {
            self.leaves.push((t.clone(), constant.clone()));
        }
        constant
    }

    /// The constant for a term; the same one each time.
    fn constant(&mut self, t: &Term) -> Term {
        if let Some(known) = self.known.get(t) {
            return known.clone();
        }
        let constant = term::constant(&self.names.fresh("part", vec![], t.sort(), Role::Skolem));
        let _ = self.known.insert(t.clone(), constant.clone());
        constant
    }

    /// The fact that two reads or applications with equal arguments have equal values. Reads of different memories are
    /// not related.
    fn congruence(&mut self, n: usize, m: usize) -> Option<Term> {
        let ((a, x), (b, y)) = (self.leaves.get(n)?.clone(), self.leaves.get(m)?.clone());
        if a.op() != b.op() || a.args().len() != b.args().len() || a.args().is_empty() {
            return None;
        }
        let alike = |p: &Term, q: &Term| p == q || (p.sort() == q.sort() && !p.sort().is_array());
        if !a.args().iter().zip(b.args()).all(|(p, q)| alike(p, q)) {
            return None;
        }
        let equal: Vec<Term> =
            a.args().iter().zip(b.args()).map(|(p, q)| self.truth(&term::eq(p.clone(), q.clone()))).collect();
        Some(term::implies(term::and(equal), term::eq(x, y)))
    }
}

/// The form of an integer as a bit vector.
enum Form {
    /// A constant.
    Leaf,
    /// The same operator, applied to the translated operands.
    Parts,
    /// A conditional value, of a condition and two integers.
    Choice,
}
