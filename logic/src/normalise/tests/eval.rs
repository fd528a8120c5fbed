//! An evaluator of terms and a generator of random terms: the oracle of the soundness tests.
//!
//! Functions, arrays and division by zero have arbitrary values that are computed from their arguments, so that a
//! rewrite that relies on `x / 0 == 0` or on `0 / 0 == 0` is caught.

use crate::term::{self, Names, Op, Role, Sort, Symbol, Term};
use dashu::base::RemEuclid;
use dashu::{integer::IBig, rational::RBig};
use rustc_hash::FxHashMap;

/// A xorshift generator of random numbers; its seed is not 0.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Bool(bool),
    Num(RBig),
    /// An array: the elements are computed from the seed, and overwritten at some indices.
    Array(i64, Vec<(Vec<RBig>, Value)>),
}

pub type Env = FxHashMap<u32, Value>;

/// An arbitrary number that depends on the seed and the arguments only.
fn scramble(seed: i64, args: &[RBig]) -> RBig {
    let mut state = seed.wrapping_mul(31) + 7;
    for a in args {
        let n = i64::try_from(a.numerator().clone()).unwrap_or(3);
        let d = i64::try_from(IBig::from(a.denominator().clone())).unwrap_or(5);
        state = state.wrapping_mul(37) ^ n.wrapping_mul(11) ^ d.wrapping_mul(5);
    }
    RBig::from(IBig::from(state.rem_euclid(7) - 3))
}

/// The value of a term. `env` gives the values of constants, by their numbers.
pub fn eval(t: &Term, env: &Env) -> Value {
    let arg = |n: usize| eval(&t.args()[n], env);
    let num = |n: usize| number(&arg(n));
    let truth = |n: usize| arg(n) == Value::Bool(true);
    match t.op() {
        Op::Int(n) => Value::Num(RBig::from(n.clone())),
        Op::Real(r) => Value::Num(r.clone()),
        Op::Bool(b) => Value::Bool(*b),
        Op::App(s) if t.args().is_empty() => env[&s.id()].clone(),
        Op::App(s) => {
            let args: Vec<RBig> = (0..t.args().len()).map(num).collect();
            of_sort(scramble(i64::from(s.id()), &args), t.sort())
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
        Op::Eq => match (arg(0), arg(1)) {
            (Value::Array(s, writes), Value::Array(r, others)) => Value::Bool(s == r && writes == others),
            (a, b) => Value::Bool(a == b),
        },
        Op::Lt => Value::Bool(num(0) < num(1)),
        Op::Le => Value::Bool(num(0) <= num(1)),
        Op::Add => Value::Num((0..t.args().len()).map(num).fold(RBig::ZERO, |a, b| a + b)),
        Op::Mul => Value::Num((0..t.args().len()).map(num).fold(RBig::ONE, |a, b| a * b)),
        Op::Sub => Value::Num(num(0) - num(1)),
        Op::Neg => Value::Num(-num(0)),
        Op::ToReal => arg(0),
        Op::RealDiv if num(1).is_zero() => Value::Num(scramble(101, &[num(0)])),
        Op::RealDiv => Value::Num(num(0) / num(1)),
        Op::Div if num(1).is_zero() => Value::Num(scramble(102, &[num(0)])),
        Op::Mod if num(1).is_zero() => Value::Num(scramble(103, &[num(0)])),
        Op::Div | Op::Mod => {
            let (a, b) = (num(0).numerator().clone(), num(1).numerator().clone());
            let r = IBig::from((&a).rem_euclid(&b));
            Value::Num(RBig::from(if *t.op() == Op::Mod { r } else { (a - r) / b }))
        }
        Op::Select => {
            let index: Vec<RBig> = (1..t.args().len()).map(num).collect();
            let Value::Array(seed, writes) = arg(0) else { unreachable!() };
            let written = writes.iter().rev().find(|(at, _)| *at == index).map(|(_, v)| v.clone());
            written.unwrap_or_else(|| of_sort(scramble(seed, &index), t.sort()))
        }
        Op::Store => {
            let last = t.args().len() - 1;
            let Value::Array(seed, mut writes) = arg(0) else { unreachable!() };
            writes.push(((1..last).map(num).collect(), arg(last)));
            Value::Array(seed, writes)
        }
        Op::Bits(_) | Op::Float(..) | Op::FloatOp(_) | Op::Quant(_) | Op::Enum(..) => unreachable!("not generated"),
    }
}

fn of_sort(value: RBig, sort: Sort) -> Value {
    if sort == Sort::BOOL {
        Value::Bool(value > RBig::ZERO)
    } else {
        Value::Num(value)
    }
}

fn number(v: &Value) -> RBig {
    match v {
        Value::Num(n) => n.clone(),
        Value::Bool(b) => RBig::from(IBig::from(u8::from(*b))),
        Value::Array(seed, _) => RBig::from(IBig::from(*seed)),
    }
}

/// Constants of each sort, from which random terms are built.
pub struct Constants {
    pub ints: Vec<Symbol>,
    pub reals: Vec<Symbol>,
    pub bools: Vec<Symbol>,
    pub array: Symbol,
    pub function: Symbol,
}

impl Constants {
    pub fn new() -> Self {
        let mut names = Names::default();
        let mut make = |shown: &str, sort| names.fresh(shown, vec![], sort, Role::Skolem);
        let ints = ["a", "b", "c", "n"].map(|s| make(s, Sort::INT)).to_vec();
        let reals = ["p", "q"].map(|s| make(s, Sort::REAL)).to_vec();
        let bools = ["x", "y"].map(|s| make(s, Sort::BOOL)).to_vec();
        let array = make("h", Sort::int_array(1, Sort::INT));
        let function = names.fresh("f", vec![Sort::INT], Sort::INT, Role::Private);
        Self { ints, reals, bools, array, function }
    }

    pub fn int(&self, n: usize) -> Term {
        term::constant(&self.ints[n])
    }

    pub fn env(&self, random: &mut Random) -> Env {
        let mut env = Env::default();
        for s in &self.ints {
            env.insert(s.id(), Value::Num(RBig::from(IBig::from(random.below(9) as i64 - 3))));
        }
        for s in &self.reals {
            let n = IBig::from(random.below(9) as i64 - 3);
            env.insert(s.id(), Value::Num(RBig::from(n) / RBig::from(IBig::from(random.below(3) + 1))));
        }
        for s in &self.bools {
            env.insert(s.id(), Value::Bool(random.below(2) == 0));
        }
        env.insert(self.array.id(), Value::Array(random.below(5) as i64, vec![]));
        env
    }

    /// A random term with division and conditionals, without floats and quantifiers. It is built without the smart
    /// constructors, so that every shape occurs.
    pub fn term(&self, sort: Sort, depth: u32, random: &mut Random) -> Term {
        if depth == 0 {
            return self.leaf(sort, random);
        }
        let sub = |s: Sort, random: &mut Random| {
            self.term(s, depth - 1 - random.below(2).min(u64::from(depth - 1)) as u32, random)
        };
        let (op, sorts): (Op, Vec<Sort>) = if sort == Sort::BOOL {
            let number = *random.pick(&[Sort::INT, Sort::INT, Sort::REAL]);
            match random.below(9) {
                0 => (Op::Not, vec![sort]),
                1 => (Op::And, vec![sort; 2]),
                2 => (Op::Or, vec![sort; 3]),
                3 => (Op::Implies, vec![sort; 2]),
                4 => (Op::Lt, vec![number; 2]),
                5 => (Op::Le, vec![number; 2]),
                6 => (Op::Eq, vec![number; 2]),
                7 => (Op::Eq, vec![sort; 2]),
                _ => (Op::Ite, vec![sort; 3]),
            }
        } else {
            match random.below(10) {
                0 | 1 => (Op::Add, vec![sort; 2]),
                2 => (Op::Sub, vec![sort; 2]),
                3 => (Op::Neg, vec![sort]),
                4 | 5 => (Op::Mul, vec![sort; 2]),
                6 => (Op::Ite, vec![Sort::BOOL, sort, sort]),
                7 | 8 if sort == Sort::REAL => (Op::RealDiv, vec![sort; 2]),
                _ if sort == Sort::REAL => (Op::ToReal, vec![Sort::INT]),
                7 => (Op::Div, vec![sort; 2]),
                8 => (Op::Mod, vec![sort; 2]),
                _ => {
                    return self.read(
                        sub(Sort::INT, random),
                        random.below(3),
                        sub(Sort::INT, random),
                        sub(Sort::INT, random),
                    )
                }
            }
        };
        let args = sorts.iter().map(|s| sub(*s, random)).collect();
        Term::raw(op, args, sort)
    }

    fn read(&self, index: Term, kind: u64, at: Term, value: Term) -> Term {
        let array = term::constant(&self.array);
        match kind {
            0 => Term::raw(Op::App(self.function.clone()), vec![index], Sort::INT),
            1 => Term::raw(Op::Select, vec![array, index], Sort::INT),
            _ => {
                let stored = Term::raw(Op::Store, vec![array.clone(), at, value], array.sort());
                Term::raw(Op::Select, vec![stored, index], Sort::INT)
            }
        }
    }

    fn leaf(&self, sort: Sort, random: &mut Random) -> Term {
        if sort == Sort::BOOL {
            return term::constant(random.pick(&self.bools));
        }
        let small = random.below(5) as i64 - 1;
        match (sort == Sort::INT, random.below(3) == 0) {
            (true, true) => term::int(small),
            (true, false) => term::constant(random.pick(&self.ints)),
            (false, true) => term::real(RBig::from(IBig::from(small)) / RBig::from(IBig::from(random.below(3) + 1))),
            (false, false) => term::constant(random.pick(&self.reals)),
        }
    }
}
