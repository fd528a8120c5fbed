//! Smart constructors of terms: one function for each operator, which folds constants and drops neutral elements.
//!
//! In: the arguments of an operator. Out: a term that is equal to the operator applied to them. Each simplification
//! here is an identity that holds without any hypothesis; simplifications that need hypotheses or search are in
//! `normalise`.

use super::factors::LONGEST_LITERAL;
use super::{free_symbols, Binding, FloatOp, Op, Sort, Symbol, Term};
use dashu::base::{RemEuclid, Sign, Signed};
use dashu::{integer::IBig, rational::RBig};
use ir::{Enumeration, FloatFormat, Rounding};

/// The greatest number of summands of a sum that is made by merging: `(a + b) + c` becomes `a + b + c`. A sum that is
/// doubled again and again shares its parts. Without a limit, merging would make it grow exponentially.
const MAX_SUMMANDS: usize = 256;
/// The greatest number of nodes, shared ones counted each time, of a sum whose conversion to the reals is moved into
/// it.
const LARGEST_SUM: u32 = 100_000;
/// The greatest number of conjuncts of a conjunction that is made by merging, and of disjuncts of a disjunction.
const MAX_JUNCTS: usize = 4096;

/// Integer literal.
pub fn int(n: impl Into<IBig>) -> Term {
    Term::raw(Op::Int(n.into()), vec![], Sort::INT)
}

/// Boolean literal.
pub fn bool(b: bool) -> Term {
    Term::raw(Op::Bool(b), vec![], Sort::BOOL)
}

/// Rational literal.
pub fn real(r: RBig) -> Term {
    Term::raw(Op::Real(r), vec![], Sort::REAL)
}

/// Float literal from its IEEE bits.
pub fn float(format: FloatFormat, bits: u64) -> Term {
    Term::raw(Op::Float(format, bits), vec![], Sort::float(format))
}

/// The constant of an enumeration with this number.
pub fn enum_constant(of: &'static Enumeration, number: u32) -> Term {
    Term::raw(Op::Enum(of, number), vec![], Sort::enumeration(of))
}

/// The real 0.
pub fn zero() -> Term {
    real(RBig::ZERO)
}

/// The real 1.
pub fn one() -> Term {
    real(RBig::ONE)
}

/// A constant.
pub fn constant(symbol: &Symbol) -> Term {
    Term::raw(Op::App(symbol.clone()), vec![], symbol.sort())
}

/// A function symbol applied to arguments.
pub fn app(symbol: &Symbol, args: Vec<Term>) -> Term {
    debug_assert_eq!(symbol.params().len(), args.len());
    Term::raw(Op::App(symbol.clone()), args, symbol.sort())
}

/// ¬a
pub fn not(a: Term) -> Term {
    match a.op() {
        Op::Bool(b) => bool(!b),
        Op::Not => a.args().first().cloned().unwrap_or(a),
        _ => Term::raw(Op::Not, vec![a], Sort::BOOL),
    }
}

/// A conjunction (with the unit `true`) or a disjunction (with the unit `false`) without repetitions.
fn junction(op: Op, terms: impl IntoIterator<Item = Term>, unit: bool) -> Term {
    let mut flat: Vec<Term> = Vec::new();
    for term in terms {
        match term.op() {
            Op::Bool(b) if *b == unit => {}
            Op::Bool(_) => return term,
            o if *o == op && flat.len().saturating_add(term.args().len()) <= MAX_JUNCTS => {
                flat.extend(term.args().iter().cloned())
            }
            _ => flat.push(term),
        }
    }
    let mut kept: Vec<Term> = Vec::with_capacity(flat.len());
    for term in flat {
        if !kept.contains(&term) {
            kept.push(term);
        }
    }
    match kept.len() {
        0 => bool(unit),
        1 => kept.swap_remove(0),
        _ => Term::raw(op, kept, Sort::BOOL),
    }
}

/// a ∧ …
pub fn and(terms: impl IntoIterator<Item = Term>) -> Term {
    junction(Op::And, terms, true)
}

/// a ∨ …
pub fn or(terms: impl IntoIterator<Item = Term>) -> Term {
    junction(Op::Or, terms, false)
}

/// a ⇒ b
pub fn implies(a: Term, b: Term) -> Term {
    match (a.as_bool(), b.as_bool()) {
        (Some(true), _) | (_, Some(true)) => b,
        (Some(false), _) => bool(true),
        (_, Some(false)) => not(a),
        _ if a == b => bool(true),
        _ => Term::raw(Op::Implies, vec![a, b], Sort::BOOL),
    }
}

/// c ? a : b
pub fn ite(c: Term, a: Term, b: Term) -> Term {
    match c.as_bool() {
        Some(true) => return a,
        Some(false) => return b,
        None => {}
    }
    if a == b {
        return a;
    }
    if a.sort() == Sort::BOOL {
        match (a.as_bool(), b.as_bool()) {
            (Some(true), _) => return or([c, b]),
            (Some(false), _) => return and([not(c), b]),
            (_, Some(true)) => return or([not(c), a]),
            (_, Some(false)) => return and([c, a]),
            (None, None) => {}
        }
    }
    let sort = a.sort();
    Term::raw(Op::Ite, vec![c, a, b], sort)
}

/// a = b, the same value.
pub fn eq(a: Term, b: Term) -> Term {
    if a == b {
        return bool(true);
    }
    match (a.op(), b.op()) {
        (Op::Int(x), Op::Int(y)) => return bool(x == y),
        (Op::Real(x), Op::Real(y)) => return bool(x == y),
        // Different constants of one enumeration are different values.
        (Op::Enum(e, x), Op::Enum(f, y)) if e == f => return bool(x == y),
        (Op::Bool(true), _) => return b,
        (_, Op::Bool(true)) => return a,
        (Op::Bool(false), _) => return not(b),
        (_, Op::Bool(false)) => return not(a),
        _ => {}
    }
    Term::raw(Op::Eq, vec![a, b], Sort::BOOL)
}

/// a ≠ b
pub fn ne(a: Term, b: Term) -> Term {
    not(eq(a, b))
}

/// a < b
pub fn lt(a: Term, b: Term) -> Term {
    match (a.op(), b.op()) {
        (Op::Int(x), Op::Int(y)) => bool(x < y),
        (Op::Real(x), Op::Real(y)) => bool(x < y),
        _ if a == b => bool(false),
        _ => Term::raw(Op::Lt, vec![a, b], Sort::BOOL),
    }
}

/// a ≤ b
pub fn le(a: Term, b: Term) -> Term {
    match (a.op(), b.op()) {
        (Op::Int(x), Op::Int(y)) => bool(x <= y),
        (Op::Real(x), Op::Real(y)) => bool(x <= y),
        _ if a == b => bool(true),
        _ => Term::raw(Op::Le, vec![a, b], Sort::BOOL),
    }
}

/// lo ≤ x < hi
pub fn within(lo: Term, x: Term, hi: Term) -> Term {
    and([le(lo, x.clone()), lt(x, hi)])
}

/// a + …; of integers or of reals. The sum of no terms is the integer 0.
pub fn add(terms: impl IntoIterator<Item = Term>) -> Term {
    let mut ints = IBig::ZERO;
    let mut reals = RBig::ZERO;
    let mut rest: Vec<Term> = Vec::new();
    let mut sort = None;
    let mut put = |t: Term, rest: &mut Vec<Term>| match t.op() {
        Op::Int(n) => ints += n,
        Op::Real(r) => reals += r,
        _ => rest.push(t),
    };
    for term in terms {
        sort = sort.or(Some(term.sort()));
        if *term.op() == Op::Add && rest.len().saturating_add(term.args().len()) <= MAX_SUMMANDS {
            for t in term.args() {
                put(t.clone(), &mut rest);
            }
        } else {
            put(term, &mut rest);
        }
    }
    let sort = sort.unwrap_or(Sort::INT);
    let literal = if sort == Sort::REAL { real(reals) } else { int(ints) };
    let is_zero = literal.as_int().is_some_and(IBig::is_zero) || literal.as_real().is_some_and(RBig::is_zero);
    if rest.is_empty() {
        return literal;
    }
    if !is_zero {
        rest.push(literal);
    }
    if rest.len() == 1 {
        rest.swap_remove(0)
    } else {
        Term::raw(Op::Add, rest, sort)
    }
}

/// a − b
pub fn sub(a: Term, b: Term) -> Term {
    if a == b {
        return if a.sort() == Sort::REAL { zero() } else { int(0) };
    }
    match (a.op(), b.op()) {
        (Op::Int(x), Op::Int(y)) => int(x - y),
        (Op::Real(x), Op::Real(y)) => real(x - y),
        (_, Op::Int(y)) => add([a, int(-y)]),
        (_, Op::Real(y)) if y.is_zero() => a,
        (Op::Int(x), _) if x.is_zero() => neg(b),
        _ => {
            let sort = a.sort();
            Term::raw(Op::Sub, vec![a, b], sort)
        }
    }
}

/// −a
pub fn neg(a: Term) -> Term {
    match a.op() {
        Op::Int(n) => int(-n),
        Op::Real(r) => real(-r),
        Op::Neg => a.args().first().cloned().unwrap_or(a),
        _ => {
            let sort = a.sort();
            Term::raw(Op::Neg, vec![a], sort)
        }
    }
}

/// a · b
pub fn mul(a: Term, b: Term) -> Term {
    if a.factors().saturating_add(b.factors()) <= LONGEST_LITERAL {
        match (a.op(), b.op()) {
            (Op::Int(x), Op::Int(y)) => return int(x * y),
            (Op::Real(x), Op::Real(y)) => return real(x * y),
            _ => {}
        }
    }
    for (x, y) in [(&a, &b), (&b, &a)] {
        match x.op() {
            Op::Int(n) if n.is_zero() => return x.clone(),
            Op::Int(n) if *n == IBig::ONE => return y.clone(),
            Op::Real(r) if r.is_zero() => return x.clone(),
            Op::Real(r) if *r == RBig::ONE => return y.clone(),
            _ => {}
        }
    }
    let sort = a.sort();
    Term::raw(Op::Mul, vec![a, b], sort)
}

/// Euclidean quotient: a = b·q + r with 0 ≤ r < |b|.
pub fn div(a: Term, b: Term) -> Term {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        if !y.is_zero() {
            let r = IBig::from(x.rem_euclid(y));
            return int((x - r) / y);
        }
    }
    if b.as_int() == Some(&IBig::ONE) {
        return a;
    }
    Term::raw(Op::Div, vec![a, b], Sort::INT)
}

/// Euclidean remainder.
pub fn modulo(a: Term, b: Term) -> Term {
    if let (Some(x), Some(y)) = (a.as_int(), b.as_int()) {
        if !y.is_zero() {
            return int(IBig::from(x.rem_euclid(y)));
        }
    }
    if b.as_int() == Some(&IBig::ONE) {
        return int(0);
    }
    Term::raw(Op::Mod, vec![a, b], Sort::INT)
}

/// The real number that equals the integer `a`. The conversion is moved into sums, so that amounts of permissions stay
/// linear wherever they can be.
pub fn to_real(a: Term) -> Term {
    match a.op() {
        Op::Int(n) => real(RBig::from(n.clone())),
        Op::Add if a.0.size <= LARGEST_SUM => add(a.args().iter().cloned().map(to_real)),
        _ => Term::raw(Op::ToReal, vec![a], Sort::REAL),
    }
}

/// a / b on reals.
pub fn real_div(a: Term, b: Term) -> Term {
    let short = a.factors().saturating_add(b.factors()) <= LONGEST_LITERAL;
    if let (Some(x), Some(y), true) = (a.as_real(), b.as_real(), short) {
        if !y.is_zero() {
            return real(x / y);
        }
    }
    if b.as_real() == Some(&RBig::ONE) {
        return a;
    }
    Term::raw(Op::RealDiv, vec![a, b], Sort::REAL)
}

/// An IEEE operation. It is not computed, even of literals; only a conversion between equal formats is dropped, and one
/// to a format with more bits, which is exact, rounds to nearest.
pub fn float_op(op: FloatOp, args: Vec<Term>) -> Term {
    let operand = args.first().map_or(Sort::BOOL, Term::sort);
    match (op, args.as_slice()) {
        (FloatOp::Convert(to, _), [a]) if operand == Sort::float(to) => a.clone(),
        (FloatOp::Convert(FloatFormat::Double, r), _) if r != Rounding::NearestEven => {
            float_op(op.rounded(Rounding::NearestEven), args)
        }
        _ => Term::raw(Op::FloatOp(op), args, op.result(operand)),
    }
}

/// ∀ or ∃ over `binders`. The quantifier is dropped if the body mentions none of them, which is right because every
/// sort has a value.
pub fn quant(universal: bool, binders: Vec<Symbol>, triggers: Vec<Vec<Term>>, body: Term) -> Term {
    let free = free_symbols(&body);
    let binders: Vec<Symbol> = binders.into_iter().filter(|b| free.contains(b)).collect();
    if binders.is_empty() {
        return body;
    }
    Term::raw(Op::Quant(Box::new(Binding { universal, binders, triggers })), vec![body], Sort::BOOL)
}

/// ∀ binders. body
pub fn forall(binders: Vec<Symbol>, body: Term) -> Term {
    quant(true, binders, vec![], body)
}

/// Whether a literal is negative.
pub fn is_negative_literal(t: &Term) -> bool {
    t.as_int().is_some_and(|n| n.sign() == Sign::Negative) || t.as_real().is_some_and(|r| r.is_negative())
}
