//! An evaluator of terms over small numbers. It is independent of the constructors and simplifications of the library.
//!
//! Division is Euclidean, and division by zero gives 0, which is one of the values that it may have. Quantified
//! integers range over the model's domain.
//!
//! In: a term and a [`Model`]. Out: a [`Value`].

use dashu::integer::IBig;
use ir::FloatFormat;
use logic::term::{FloatOp, Op, Sort, SortKind, Term};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A fraction in lowest terms; its denominator is positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Q {
    n: i128,
    d: i128,
}

impl Q {
    pub const ZERO: Self = Self { n: 0, d: 1 };
    pub const ONE: Self = Self { n: 1, d: 1 };

    pub fn new(n: i128, d: i128) -> Self {
        let (mut a, mut b) = (n.abs(), d.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let g = a.max(1) * d.signum();
        Self { n: n / g, d: d / g }
    }
    pub fn int(n: i64) -> Self {
        Self { n: i128::from(n), d: 1 }
    }
    pub fn as_int(self) -> i64 {
        assert_eq!(self.d, 1, "an integer");
        self.n as i64
    }
    pub fn add(self, o: Self) -> Self {
        if self.d == 1 && o.d == 1 {
            Self { n: self.n + o.n, d: 1 }
        } else {
            Self::new(self.n * o.d + o.n * self.d, self.d * o.d)
        }
    }
    pub fn neg(self) -> Self {
        Self { n: -self.n, d: self.d }
    }
    pub fn mul(self, o: Self) -> Self {
        if self.d == 1 && o.d == 1 {
            Self { n: self.n * o.n, d: 1 }
        } else {
            Self::new(self.n * o.n, self.d * o.d)
        }
    }
    pub fn div(self, o: Self) -> Self {
        if o.n == 0 {
            Self::ZERO
        } else {
            Self::new(self.n * o.d, self.d * o.n)
        }
    }
}

impl PartialOrd for Q {
    fn partial_cmp(&self, o: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}
impl Ord for Q {
    fn cmp(&self, o: &Self) -> std::cmp::Ordering {
        (self.n * o.d).cmp(&(o.n * self.d))
    }
}

/// Euclidean quotient; 0 for divisor 0.
pub fn quotient(a: i64, b: i64) -> i64 {
    if b == 0 {
        0
    } else {
        a.div_euclid(b)
    }
}

/// Euclidean remainder; 0 for divisor 0.
pub fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 {
        0
    } else {
        a.rem_euclid(b)
    }
}

/// The value of a term.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    Num(Q),
    Float(FloatFormat, u64),
    Array(Rc<Array>),
}

/// The values of an array: some cells, and a value everywhere else.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    pub cells: BTreeMap<Vec<i64>, Value>,
    pub default: Value,
}

impl Value {
    pub fn int(n: i64) -> Self {
        Self::Num(Q::int(n))
    }
    pub fn truth(&self) -> bool {
        matches!(self, Self::Bool(true))
    }
    pub fn num(&self) -> Q {
        if let Self::Num(q) = self {
            *q
        } else {
            panic!("a number, not {self:?}")
        }
    }
    /// The first value of a sort.
    pub fn of(sort: Sort) -> Self {
        match sort.kind() {
            SortKind::Bool => Self::Bool(false),
            SortKind::Int | SortKind::Real => Self::Num(Q::ZERO),
            SortKind::Float(f) => Self::Float(f, 0),
            SortKind::Array(_) => {
                Self::Array(Rc::new(Array { cells: BTreeMap::new(), default: Self::of(sort.element()) }))
            }
            _ => panic!("no rule makes a value of sort {sort}"),
        }
    }
}

type Function = Rc<dyn Fn(&Model, &[Value]) -> Value>;

/// Values of symbols.
#[derive(Clone, Default)]
pub struct Model {
    /// The values of constants, by the numbers of their symbols.
    pub constants: FxHashMap<u32, Value>,
    /// The function symbols, by their numbers.
    pub functions: FxHashMap<u32, Function>,
    /// The values that quantified integers take.
    pub domain: Vec<i64>,
}

impl Model {
    /// The value of a term; a constant without value is the first of its sort.
    pub fn eval(&self, t: &Term) -> Value {
        let arg = |n: usize| self.eval(&t.args()[n]);
        let num = |n: usize| self.eval(&t.args()[n]).num();
        let truth = |n: usize| self.eval(&t.args()[n]).truth();
        let all = || (0..t.args().len()).map(num);
        match t.op() {
            Op::Int(n) => Value::int(small(n)),
            Op::Bool(b) => Value::Bool(*b),
            Op::Real(r) => {
                let d = IBig::from(r.denominator().clone());
                Value::Num(Q::new(i128::from(small(r.numerator())), i128::from(small(&d))))
            }
            Op::Float(format, bits) => Value::Float(*format, *bits),
            Op::App(s) if t.args().is_empty() => {
                self.constants.get(&s.id()).cloned().unwrap_or_else(|| Value::of(t.sort()))
            }
            Op::App(s) => {
                let args: Vec<Value> = (0..t.args().len()).map(arg).collect();
                match self.functions.get(&s.id()) {
                    Some(f) => f(self, &args),
                    None => Value::of(t.sort()),
                }
            }
            Op::Not => Value::Bool(!truth(0)),
            Op::And => Value::Bool((0..t.args().len()).all(truth)),
            Op::Or => Value::Bool((0..t.args().len()).any(truth)),
            Op::Implies => Value::Bool(!truth(0) || truth(1)),
            Op::Ite => {
                if truth(0) {
                    arg(1)
                } else {
                    arg(2)
                }
            }
            Op::Eq => Value::Bool(arg(0) == arg(1)),
            Op::Lt => Value::Bool(num(0) < num(1)),
            Op::Le => Value::Bool(num(0) <= num(1)),
            Op::Add => Value::Num(all().fold(Q::ZERO, Q::add)),
            Op::Mul => Value::Num(all().fold(Q::ONE, Q::mul)),
            Op::Sub => Value::Num(num(0).add(num(1).neg())),
            Op::Neg => Value::Num(num(0).neg()),
            Op::Div => Value::int(quotient(num(0).as_int(), num(1).as_int())),
            Op::Mod => Value::int(remainder(num(0).as_int(), num(1).as_int())),
            Op::Bits(op) => panic!("no law has {op:?}"),
            Op::ToReal => arg(0),
            Op::RealDiv => Value::Num(num(0).div(num(1))),
            Op::Select => {
                let Value::Array(a) = arg(0) else { panic!("an array") };
                let at: Vec<i64> = (1..t.args().len()).map(|n| num(n).as_int()).collect();
                a.cells.get(&at).unwrap_or(&a.default).clone()
            }
            Op::Store => {
                let Value::Array(a) = arg(0) else { panic!("an array") };
                let last = t.args().len() - 1;
                let mut a = (*a).clone();
                let _ = a.cells.insert((1..last).map(|n| num(n).as_int()).collect(), arg(last));
                Value::Array(Rc::new(a))
            }
            Op::Enum(..) => panic!("no law has constants of enumerations"),
            Op::FloatOp(op) => float(*op, &(0..t.args().len()).map(arg).collect::<Vec<_>>()),
            Op::Quant(b) => {
                let mut inner = self.clone();
                Value::Bool(inner.quantified(&b.binders, b.universal, &t.args()[0]))
            }
        }
    }

    /// Whether a quantifier over these binders holds.
    fn quantified(&mut self, binders: &[logic::term::Symbol], universal: bool, body: &Term) -> bool {
        let Some((first, rest)) = binders.split_first() else { return self.eval(body).truth() };
        for n in self.domain.clone() {
            let _ = self.constants.insert(first.id(), Value::int(n));
            if self.quantified(rest, universal, body) != universal {
                return !universal;
            }
        }
        universal
    }
}

fn small(n: &IBig) -> i64 {
    i64::try_from(n.clone()).expect("tests use small numbers")
}

/// The value of an operation on floats, computed by this machine. All NaNs are one value.
fn float(op: FloatOp, args: &[Value]) -> Value {
    let bits = |n: usize| if let Some(Value::Float(_, b)) = args.get(n) { *b } else { 0 };
    let Some(Value::Float(format, _)) = args.first() else { panic!("a float") };
    macro_rules! compute {
        ($a:expr, $b:expr, $back:expr) => {{
            let (a, b) = ($a, $b);
            match op {
                FloatOp::ADD => $back(a + b),
                FloatOp::SUB => $back(a - b),
                FloatOp::MUL => $back(a * b),
                FloatOp::DIV => $back(a / b),
                FloatOp::Neg => $back(-a),
                FloatOp::Eq => Value::Bool(a == b),
                FloatOp::Lt => Value::Bool(a < b),
                FloatOp::Le => Value::Bool(a <= b),
                FloatOp::Arith(..) | FloatOp::Fma(_) | FloatOp::Sqrt(_) => panic!("no law has {op:?}"),
                FloatOp::Convert(..) | FloatOp::FromInt(..) | FloatOp::ToInt(_) => panic!("no law has {op:?}"),
            }
        }};
    }
    match format {
        FloatFormat::Single => compute!(f32::from_bits(bits(0) as u32), f32::from_bits(bits(1) as u32), single),
        FloatFormat::Double => compute!(f64::from_bits(bits(0)), f64::from_bits(bits(1)), double),
    }
}

/// A single-precision value.
pub fn single(x: f32) -> Value {
    Value::Float(FloatFormat::Single, u64::from(if x.is_nan() { f32::NAN.to_bits() } else { x.to_bits() }))
}

/// A double-precision value.
pub fn double(x: f64) -> Value {
    Value::Float(FloatFormat::Double, if x.is_nan() { f64::NAN.to_bits() } else { x.to_bits() })
}
