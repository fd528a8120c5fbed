//! Patterns: the sides and guards of rewrite rules.
//!
//! In: s-expressions of the table in [`super::rules`], and terms. Out: the values of a pattern's variables under which
//! it equals a term, and the term that a pattern stands for under given values.

pub use super::variable::{SortPattern, Variable};
use crate::term::{self, FloatOp, Op, Sort, Term};
use dashu::rational::RBig;
use ir::{Bits, FloatArith, FloatFormat, Rounding};

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A variable of the rule.
    Var(Variable),
    /// An IEEE value, in the format of the floats that the rule is matched at.
    Float(FloatLiteral),
    /// A literal of a sort other than floats.
    Literal(Term),
    /// An operator applied to patterns.
    Node(Op, Vec<Pattern>),
}

/// The float literals that occur in rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatLiteral {
    /// 1
    One,
    /// -1
    MinusOne,
    /// 0
    Zero,
    /// -0
    MinusZero,
    /// Positive infinity.
    Infinity,
    /// Negative infinity.
    MinusInfinity,
}

impl FloatLiteral {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::One, Self::MinusOne, Self::Zero, Self::MinusZero, Self::Infinity, Self::MinusInfinity];

    /// The bits of the literal in a format.
    pub fn bits(self, format: FloatFormat) -> u64 {
        let value = match self {
            Self::One => 1.0,
            Self::MinusOne => -1.0,
            Self::Zero => 0.0,
            Self::MinusZero => -0.0_f64,
            Self::Infinity => f64::INFINITY,
            Self::MinusInfinity => f64::NEG_INFINITY,
        };
        match format {
            FloatFormat::Single => u64::from((value as f32).to_bits()),
            FloatFormat::Double => value.to_bits(),
        }
    }
}

/// Values of the variables of a rule, found by matching.
#[derive(Clone, Debug, Default)]
pub struct Bindings(Vec<(char, Term)>);

impl Bindings {
    /// The value of a variable.
    pub fn get(&self, var: char) -> Option<&Term> {
        self.0.iter().find(|(v, _)| *v == var).map(|(_, t)| t)
    }
    /// Sets the value of a variable that has none.
    pub fn set(&mut self, var: char, term: Term) {
        self.0.push((var, term));
    }
    /// All variables that have a value, with it.
    pub fn into_list(self) -> Vec<(char, Term)> {
        self.0
    }
}

/// The operator that rules call `name`. Rounded operations on floats, such as `fadd`, round in the given direction.
fn operator(name: &str, rounding: Rounding) -> Option<Op> {
    let arith = |op| Op::FloatOp(FloatOp::Arith(op, rounding));
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "=>" => Op::Implies,
        "ite" => Op::Ite,
        "=" => Op::Eq,
        "<" => Op::Lt,
        "<=" => Op::Le,
        "+" => Op::Add,
        "*" => Op::Mul,
        "div" => Op::Div,
        "mod" => Op::Mod,
        "/" => Op::RealDiv,
        "select" => Op::Select,
        "store" => Op::Store,
        "bit-and" => Op::Bits(Bits::And),
        "bit-or" => Op::Bits(Bits::Or),
        "bit-xor" => Op::Bits(Bits::Xor),
        "shl" => Op::Bits(Bits::Shl),
        "shr" => Op::Bits(Bits::Shr),
        "fadd" => arith(FloatArith::Add),
        "fsub" => arith(FloatArith::Sub),
        "fmul" => arith(FloatArith::Mul),
        "fdiv" => arith(FloatArith::Div),
        "fneg" => Op::FloatOp(FloatOp::Neg),
        "widen" => Op::FloatOp(FloatOp::Convert(FloatFormat::Double, Rounding::NearestEven)),
        "narrow" => Op::FloatOp(FloatOp::Convert(FloatFormat::Single, rounding)),
        "feq" => Op::FloatOp(FloatOp::Eq),
        "flt" => Op::FloatOp(FloatOp::Lt),
        "fle" => Op::FloatOp(FloatOp::Le),
        _ => return None,
    })
}

/// Reads a pattern from its text; its operations on floats round in the given direction. `None` if the text is no
/// pattern.
pub fn parse(text: &str, rounding: Rounding) -> Option<Pattern> {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace();
    let pattern = parse_one(&mut words, rounding)?;
    words.next().is_none().then_some(pattern)
}

fn parse_one<'a>(words: &mut impl Iterator<Item = &'a str>, rounding: Rounding) -> Option<Pattern> {
    let word = words.next()?;
    parse_from(word, words, rounding)
}

fn parse_from<'a>(word: &'a str, words: &mut dyn Iterator<Item = &'a str>, rounding: Rounding) -> Option<Pattern> {
    if let Some(var) = word.strip_prefix('?') {
        return Variable::named(var).map(Pattern::Var);
    }
    Some(match word {
        "(" => {
            let op = operator(words.next()?, rounding)?;
            let mut args = Vec::new();
            loop {
                match words.next()? {
                    ")" => break,
                    word => args.push(parse_from(word, words, rounding)?),
                }
            }
            Pattern::Node(op, args)
        }
        "true" => Pattern::Literal(term::bool(true)),
        "false" => Pattern::Literal(term::bool(false)),
        "0.0" => Pattern::Literal(term::zero()),
        "1.0" => Pattern::Literal(term::real(RBig::ONE)),
        "f1" => Pattern::Float(FloatLiteral::One),
        "f-1" => Pattern::Float(FloatLiteral::MinusOne),
        "f0" => Pattern::Float(FloatLiteral::Zero),
        "f-0" => Pattern::Float(FloatLiteral::MinusZero),
        "finf" => Pattern::Float(FloatLiteral::Infinity),
        "f-inf" => Pattern::Float(FloatLiteral::MinusInfinity),
        _ => Pattern::Literal(term::int(word.parse::<i32>().ok()?)),
    })
}

/// Whether the pattern matches the term; then `bindings` is extended so that the pattern under it equals the term. A
/// pattern with two arguments matches an operator with more: the second argument stands for all but the first.
pub fn matches(pattern: &Pattern, term: &Term, bindings: &mut Bindings) -> bool {
    match pattern {
        Pattern::Var(var) => match bindings.get(var.name) {
            Some(bound) => bound == term,
            None if var.sorts.fits(term.sort()) => {
                bindings.set(var.name, term.clone());
                true
            }
            None => false,
        },
        Pattern::Float(literal) => match term.op() {
            Op::Float(format, bits) => literal.bits(*format) == *bits,
            _ => false,
        },
        Pattern::Literal(literal) => literal == term,
        Pattern::Node(op, patterns) => {
            if op != term.op() {
                return false;
            }
            match (patterns.as_slice(), term.args()) {
                (patterns, args) if patterns.len() == args.len() => {
                    patterns.iter().zip(args).all(|(p, a)| matches(p, a, bindings))
                }
                ([first, second], [head, rest @ ..]) if matches!(op, Op::And | Op::Or) => {
                    let rest = if *op == Op::And { term::and(rest.to_vec()) } else { term::or(rest.to_vec()) };
                    matches(first, head, bindings) && matches(second, &rest, bindings)
                }
                _ => false,
            }
        }
    }
}

/// Whether the variable occurs in the pattern.
pub fn mentions(pattern: &Pattern, variable: char) -> bool {
    match pattern {
        Pattern::Var(var) => var.name == variable,
        Pattern::Float(_) | Pattern::Literal(_) => false,
        Pattern::Node(_, parts) => parts.iter().any(|part| mentions(part, variable)),
    }
}

/// The term that the pattern stands for. `None` if a variable has no value, or if the pattern has a float and no
/// variable that tells the format.
pub fn instantiate(pattern: &Pattern, bindings: &Bindings) -> Option<Term> {
    match pattern {
        Pattern::Var(var) => bindings.get(var.name).cloned(),
        Pattern::Float(literal) => {
            let format = bindings.0.iter().find_map(|(_, value)| value.sort().as_float())?;
            Some(term::float(format, literal.bits(format)))
        }
        Pattern::Literal(literal) => Some(literal.clone()),
        Pattern::Node(op, patterns) => {
            let args: Option<Vec<Term>> = patterns.iter().map(|p| instantiate(p, bindings)).collect();
            let args = args?;
            let sort = result_sort(op, &args);
            Some(match (op, args.as_slice()) {
                (Op::FloatOp(op), _) => term::float_op(*op, args),
                (Op::Store, [array, index, value]) => term::store(array, std::slice::from_ref(index), value.clone()),
                _ => term::rebuild(op, args, sort),
            })
        }
    }
}

fn result_sort(op: &Op, args: &[Term]) -> Sort {
    let at = |n: usize| args.get(n).map_or(Sort::BOOL, Term::sort);
    match op {
        Op::Ite => at(1),
        Op::Add | Op::Mul | Op::RealDiv | Op::Div | Op::Mod | Op::Sub | Op::Neg | Op::Store => at(0),
        Op::Select => at(0).element(),
        Op::Bits(_) => Sort::INT,
        _ => Sort::BOOL,
    }
}
