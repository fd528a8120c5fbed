//! The rewrites, lemmas and goal rules of the normaliser.
//!
//! In: a rule as it is written in the table. Its variables get random values, and the interpreter computes both sides
//! as they are written, without the smart constructors of terms. If the guards are true, both sides must have the same
//! value; a lemma must be true. The mutants have a wrong right side, or no guards.

use crate::harness::{Tally, Variant};
use dashu::integer::IBig;
use dashu::rational::RBig;
use interp::eval::{Evaluator, Memo};
use interp::ghost::{Execution, Snapshot};
use interp::Member;
use interp::{Env, Int, Stop, Value};
use ir::build::At;
use ir::{BinaryOp, Expr, ExprKind, FloatFormat, Intrinsic, Kernel, Program, Type, UnaryOp};
use ir::{Bits, Span};
use logic::normalise::pattern::{parse, Pattern, SortPattern, Variable};
use logic::normalise::rules::Rule;
use logic::term::{FloatOp, Op, Sort, Term};
use std::collections::BTreeMap;
use trials::random::Random;

/// Number of instances of each rule.
pub const SEEDS: u64 = 400;

/// The relation between the two sides of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both sides are equal.
    Equal,
    /// The right side is true.
    Lemma,
    /// The left side is true if the right side is.
    Goal,
}

/// The value of a variable of a rule.
#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Plain(Value),
    Fraction(RBig),
    /// An array: some elements by index, and the value of all others.
    Array(BTreeMap<i64, Value>, Value),
}

struct Case<'p> {
    program: &'p Program,
    kernel: &'p Kernel,
    pieces: Vec<(char, Piece)>,
    format: FloatFormat,
    by_zero: [i64; 3],
}

fn make(kind: ExprKind, ty: Type) -> Expr {
    At::new(Span::default()).expr(kind, ty)
}

fn number(n: &IBig) -> Expr {
    make(ExprKind::Int(n.clone()), Type::Int)
}

fn fraction(r: &RBig) -> Expr {
    let side = |n: IBig| make(ExprKind::Unary(UnaryOp::IntToFrac, Box::new(number(&n))), Type::Frac);
    let (n, d) = (r.numerator().clone(), IBig::from(r.denominator().clone()));
    make(ExprKind::Binary(BinaryOp::Frac, Box::new(side(n)), Box::new(side(d))), Type::Frac)
}

fn literal(p: &Piece) -> Option<Expr> {
    match p {
        Piece::Plain(v) => Some(crate::bridge::literal(v)),
        Piece::Fraction(r) => Some(fraction(r)),
        Piece::Array(..) => None,
    }
}

impl Case<'_> {
    fn compute(&self, e: &Expr) -> Result<Piece, Stop> {
        let mut snapshot = Snapshot::new(self.program, self.kernel, interp::Launch::new(1, 1));
        let mut out = None;
        snapshot.look(Member::LAUNCH, &mut |env: &mut dyn Env<'_>| {
            let mut memo = Memo::default();
            // Literals need no environment that lives as long as the program.
            let mut ev = Evaluator::new(env, &mut memo);
            let e: &'static Expr = Box::leak(Box::new(e.clone()));
            out = Some(match e.ty {
                Type::Frac => ev.fraction(e).map(Piece::Fraction),
                _ => ev.value(e).map(Piece::Plain),
            });
        });
        out.expect("it is called once")
    }

    fn operator(&self, op: BinaryOp, args: Vec<Piece>, ty: Type) -> Option<Piece> {
        let mut all = args.iter();
        let mut acc = all.next()?.clone();
        for b in all {
            let e = make(ExprKind::Binary(op, Box::new(literal(&acc)?), Box::new(literal(b)?)), ty);
            acc = self.compute(&e).ok()?;
        }
        Some(acc)
    }

    fn value(&self, p: &Pattern) -> Option<Piece> {
        let int = |n: i64| Piece::Plain(Value::from(n));
        Some(match p {
            Pattern::Var(v) => self.pieces.iter().find(|(name, _)| *name == v.name)?.1.clone(),
            Pattern::Float(f) => Piece::Plain(Value::Float(ir::Float::from_bits(self.format, f.bits(self.format)))),
            Pattern::Literal(t) => constant(t)?,
            Pattern::Node(op, parts) => {
                // `? :` evaluates one side only, but the rule is not computed if the other side has no value.
                let args: Vec<Piece> = parts.iter().map(|p| self.value(p)).collect::<Option<_>>()?;
                let of_args = match args.last()? {
                    Piece::Fraction(_) => Type::Frac,
                    Piece::Plain(v) => v.ty()?,
                    Piece::Array(..) => Type::Int,
                };
                let go = |op, ty| self.operator(op, args.clone(), ty);
                match op {
                    Op::Not => {
                        let e = make(ExprKind::Unary(UnaryOp::Not, Box::new(literal(&args[0])?)), Type::Bool);
                        self.compute(&e).ok()?
                    }
                    Op::FloatOp(FloatOp::Neg) => {
                        let e = make(ExprKind::Unary(UnaryOp::Neg, Box::new(literal(&args[0])?)), of_args);
                        self.compute(&e).ok()?
                    }
                    Op::And => go(BinaryOp::And, Type::Bool)?,
                    Op::Or => go(BinaryOp::Or, Type::Bool)?,
                    Op::Implies => go(BinaryOp::Implies, Type::Bool)?,
                    Op::Ite => match &args[0] {
                        Piece::Plain(Value::Bool(true)) => args[1].clone(),
                        Piece::Plain(Value::Bool(false)) => args[2].clone(),
                        _ => return None,
                    },
                    Op::Eq if matches!(args[0], Piece::Array(..)) => {
                        Piece::Plain(Value::from(same(&args[0], &args[1])))
                    }
                    Op::Eq if of_args == Type::Frac => go(BinaryOp::Eq, Type::Bool)?,
                    Op::Eq => go(BinaryOp::Same, Type::Bool)?,
                    Op::Lt | Op::FloatOp(FloatOp::Lt) => go(BinaryOp::Lt, Type::Bool)?,
                    Op::Le | Op::FloatOp(FloatOp::Le) => go(BinaryOp::Le, Type::Bool)?,
                    Op::FloatOp(FloatOp::Eq) => go(BinaryOp::Eq, Type::Bool)?,
                    Op::Add | Op::FloatOp(FloatOp::ADD) => go(BinaryOp::Add, of_args)?,
                    Op::FloatOp(FloatOp::SUB) => go(BinaryOp::Sub, of_args)?,
                    Op::Mul | Op::FloatOp(FloatOp::MUL) => go(BinaryOp::Mul, of_args)?,
                    Op::FloatOp(FloatOp::DIV) => go(BinaryOp::Div, of_args)?,
                    Op::FloatOp(FloatOp::Arith(arith, rounding)) => {
                        let args: Vec<Expr> = args.iter().map(literal).collect::<Option<_>>()?;
                        let op = Intrinsic::Arith(*arith, *rounding);
                        self.compute(&make(ExprKind::Intrinsic(op, args), of_args)).ok()?
                    }
                    Op::FloatOp(FloatOp::Convert(to, rounding)) => {
                        let op = Intrinsic::ToFloat(*to, *rounding);
                        self.compute(&make(ExprKind::Intrinsic(op, vec![literal(&args[0])?]), Type::Float(*to))).ok()?
                    }
                    // The logic does not specify division by zero, so it is an arbitrary function of the dividend.
                    Op::Div if args[1] == int(0) => self.by_zero(0, &args[0])?,
                    Op::Mod if args[1] == int(0) => self.by_zero(1, &args[0])?,
                    Op::RealDiv if args[1] == Piece::Fraction(RBig::ZERO) => self.by_zero(2, &args[0])?,
                    // So is a shift by a negative distance.
                    Op::Bits(Bits::Shl | Bits::Shr) if negative(&args[1]) => self.by_zero(0, &args[0])?,
                    Op::Bits(op) => Piece::Plain(Value::from(bits(*op, &args[0], &args[1])?)),
                    Op::Div => go(BinaryOp::Div, Type::Int)?,
                    Op::Mod => go(BinaryOp::Mod, Type::Int)?,
                    Op::RealDiv => go(BinaryOp::Frac, Type::Frac)?,
                    Op::Select => {
                        let (Piece::Array(cells, rest), Piece::Plain(Value::Int(i))) = (&args[0], &args[1]) else {
                            return None;
                        };
                        Piece::Plain(cells.get(&i.to_i64()?).unwrap_or(rest).clone())
                    }
                    Op::Store => {
                        let (Piece::Array(cells, rest), Piece::Plain(Value::Int(i)), Piece::Plain(v)) =
                            (&args[0], &args[1], &args[2])
                        else {
                            return None;
                        };
                        let mut cells = cells.clone();
                        let _ = cells.insert(i.to_i64()?, v.clone());
                        Piece::Array(cells, rest.clone())
                    }
                    _ => return None,
                }
            }
        })
    }

    /// The value of the division of `dividend` by zero.
    fn by_zero(&self, which: usize, dividend: &Piece) -> Option<Piece> {
        match dividend {
            Piece::Plain(Value::Int(n)) => Some(Piece::Plain(Value::from(n.add(&Int::from(self.by_zero[which]))))),
            Piece::Fraction(r) => Some(Piece::Fraction(r + RBig::from(self.by_zero[which]))),
            Piece::Plain(_) | Piece::Array(..) => None,
        }
    }

    fn truth(&self, p: &Pattern) -> Option<bool> {
        match self.value(p)? {
            Piece::Plain(v) => v.as_bool(),
            Piece::Fraction(_) | Piece::Array(..) => None,
        }
    }
}

fn negative(p: &Piece) -> bool {
    matches!(p, Piece::Plain(Value::Int(n)) if *n < Int::from(0))
}

/// The result of an operation on bits. `None` if a distance is so long that the result would be a huge number.
fn bits(op: Bits, a: &Piece, b: &Piece) -> Option<Int> {
    let (Piece::Plain(Value::Int(a)), Piece::Plain(Value::Int(b))) = (a, b) else { return None };
    let (a, b) = (a.to_big(), b.to_big());
    Some(Int::from(match op {
        Bits::And => a & b,
        Bits::Or => a | b,
        Bits::Xor => a ^ b,
        Bits::Shl => a << usize::try_from(b).ok().filter(|b| *b <= 512)?,
        Bits::Shr => a >> usize::try_from(b).ok().filter(|b| *b <= 512)?,
    }))
}

/// Whether two values are the same; arrays must be equal at every index.
fn same(a: &Piece, b: &Piece) -> bool {
    let (Piece::Array(x, p), Piece::Array(y, q)) = (a, b) else { return a == b };
    p == q && x.keys().chain(y.keys()).all(|i| x.get(i).unwrap_or(p) == y.get(i).unwrap_or(q))
}

fn constant(t: &Term) -> Option<Piece> {
    match t.op() {
        Op::Int(n) => Some(Piece::Plain(Value::from(Int::from(n.clone())))),
        Op::Bool(b) => Some(Piece::Plain(Value::from(*b))),
        Op::Real(r) => Some(Piece::Fraction(r.clone())),
        _ => None,
    }
}

fn float(r: &mut Random, format: FloatFormat) -> Value {
    let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, -1.0, 5e-324, 1e-45, 3.4e38, 1.7e308];
    let x = match r.below(3) {
        0 => special[r.below(special.len())],
        1 => f64::from_bits(r.bits()),
        _ => (r.below(200) as f64 - 100.0) / 7.0,
    };
    match format {
        FloatFormat::Single if r.chance(30) => Value::from(f32::from_bits(r.bits() as u32)),
        FloatFormat::Single => Value::from(x as f32),
        FloatFormat::Double => Value::from(x),
    }
}

fn integer(r: &mut Random) -> i64 {
    if r.chance(10) {
        r.bits() as i64
    } else if r.chance(30) {
        1 << r.below(5)
    } else {
        r.below(13) as i64 - 6
    }
}

fn wrong(p: &Piece) -> Piece {
    match p {
        Piece::Plain(Value::Bool(b)) => Piece::Plain(Value::from(!b)),
        Piece::Plain(Value::Int(n)) => Piece::Plain(Value::from(n.add(&Int::from(1)))),
        Piece::Plain(Value::Float(f)) => Piece::Plain(Value::Float(f.negated())),
        Piece::Plain(Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_)) => {
            unreachable!("the rules are about numbers")
        }
        Piece::Fraction(r) => Piece::Fraction(r + RBig::ONE),
        Piece::Array(cells, rest) => {
            let mut cells = cells.clone();
            let _ = cells.insert(1, wrong_value(cells.get(&1).unwrap_or(rest)));
            Piece::Array(cells, rest.clone())
        }
    }
}

fn wrong_value(v: &Value) -> Value {
    match wrong(&Piece::Plain(v.clone())) {
        Piece::Plain(v) => v,
        Piece::Fraction(_) | Piece::Array(..) => v.clone(),
    }
}

fn program() -> &'static Program {
    static PROGRAM: std::sync::OnceLock<Program> = std::sync::OnceLock::new();
    PROGRAM.get_or_init(|| syntax::parse_program("kernel K { void main() { } }").program.expect("a program"))
}

/// A kernel without declarations and code.
pub fn kernel() -> &'static Kernel {
    &program().kernels[0]
}

/// Collects the variables of a pattern.
fn variables(p: &Pattern, out: &mut Vec<Variable>) {
    match p {
        Pattern::Var(v) if !out.contains(v) => out.push(*v),
        Pattern::Var(_) | Pattern::Float(_) | Pattern::Literal(_) => {}
        Pattern::Node(_, parts) => parts.iter().for_each(|p| variables(p, out)),
    }
}

/// One instance of a rule. Mutant 0 has a wrong right side. Mutant 1 has no guards.
pub fn instance(rule: &Rule, kind: Kind, r: &mut Random, variant: Variant, tally: &mut Tally) {
    let rounding = rule.roundings[r.below(rule.roundings.len())];
    let parts: Vec<Pattern> =
        [rule.lhs, rule.rhs].iter().chain(rule.guards).map(|t| parse(t, rounding).expect("a pattern")).collect();
    let mut names = Vec::new();
    parts.iter().for_each(|p| variables(p, &mut names));
    let format = if r.chance(50) { FloatFormat::Single } else { FloatFormat::Double };
    // The variables `s`, `t` and `u` have the same sort, which is also the sort of the elements of `a`.
    let any = r.below(3);
    let value = |r: &mut Random| match any {
        0 => Value::from(integer(r)),
        1 => Value::from(r.chance(50)),
        _ => float(r, format),
    };
    let mut pieces: Vec<(char, Piece)> = Vec::new();
    for v in names {
        let again = pieces.iter().find(|(n, _)| n.is_alphabetic()).map(|(_, p)| p.clone());
        let fresh = match v.sorts {
            SortPattern::Sort(Sort::INT) => Piece::Plain(Value::from(integer(r))),
            SortPattern::Sort(Sort::REAL) => {
                Piece::Fraction(RBig::from_parts(IBig::from(r.below(9) as i64 - 4), (1 + r.below(4) as u64).into()))
            }
            SortPattern::Sort(Sort::BOOL) => Piece::Plain(Value::from(r.chance(50))),
            SortPattern::Float => Piece::Plain(float(r, format)),
            SortPattern::Sort(sort) if sort.as_float().is_some() => Piece::Plain(float(r, FloatFormat::Single)),
            SortPattern::Array => Piece::Array((0..4).map(|i| (i, value(r))).collect(), value(r)),
            SortPattern::Any => Piece::Plain(value(r)),
            SortPattern::Sort(sort) => panic!("no instance has a value of sort {sort}"),
        };
        // Equal values of different variables are rare by chance, but often matter.
        let alike = again.filter(|p| {
            r.chance(15) && std::mem::discriminant(p) == std::mem::discriminant(&fresh) && sort(p) == sort(&fresh)
        });
        pieces.push((v.name, alike.unwrap_or(fresh)));
    }
    let by_zero = [integer(r), integer(r), integer(r)];
    let case = Case { program: program(), kernel: &program().kernels[0], pieces, format, by_zero };
    let guards: Option<Vec<bool>> = parts[2..].iter().map(|g| case.truth(g)).collect();
    let guards = guards.map(|g| variant.is(1) || g.iter().all(|b| *b));
    let twist = |p: Piece| if variant.is(0) { wrong(&p) } else { p };
    let story = || format!("{} with {:?}", rule.name, case.pieces);
    match kind {
        Kind::Equal => {
            let sides = || case.value(&parts[0]).zip(case.value(&parts[1]));
            tally.put(guards, || sides().map(|(a, b)| same(&a, &twist(b))), story);
        }
        Kind::Lemma => {
            let conclusion = || case.value(&parts[1]).map(|p| twist(p) == Piece::Plain(Value::from(true)));
            tally.put(guards, conclusion, story);
        }
        Kind::Goal => {
            let proved = case.value(&parts[1]).map(|p| twist(p) == Piece::Plain(Value::from(true)));
            tally.put(guards.and_then(|g| Some(g && proved?)), || case.truth(&parts[0]), story);
        }
    }
}

fn sort(p: &Piece) -> Option<Type> {
    match p {
        Piece::Plain(v) => v.ty(),
        Piece::Fraction(_) => Some(Type::Frac),
        Piece::Array(..) => None,
    }
}
