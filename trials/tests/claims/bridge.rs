//! Translates terms of the logic to expressions that the interpreter evaluates.
//!
//! In: a term, and the meaning of its symbols ([`Interpretation`]). Out: its value, computed by the interpreter. Of the
//! logic only the structure of the term is used: integers, fractions, floats and quantifiers are those of the
//! interpreter.
//!
//! Constants become variables. Functions, and arrays that are functions of a thread, become arrays with more indices.
//! Division by zero, which the logic does not specify, has the value that the interpretation chooses for it. Quantified
//! integers range over the interpretation's window. A pure function is called.

use dashu::integer::IBig;
use dashu::rational::RBig;
use interp::eval::{Evaluator, Memo};
use interp::{Cause, Env, Int, Limit, Location, Member, Object, Stop, Value, When};
use ir::build::At;
use ir::{
    ArrayId, Axis, BinaryOp, Bits, Expr, ExprKind, FloatFormat, FnId, Heap, Intrinsic, Kernel, LaunchVar, Place,
    Program, Quant, QuantKind, ScalarId, Type, UnaryOp, VarDecl, VarId, Width,
};
use ir::{Node, Span};
use logic::term::{self, FloatOp, Op, Role, Sort, SortKind, Symbol, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A function of integers; `None` where its value is not known.
pub type Map = Rc<dyn Fn(&[i64]) -> Option<Value>>;

/// The meaning of a symbol.
#[derive(Clone)]
pub enum Meaning {
    /// The value of a constant.
    Is(Value),
    /// The elements of an array by its indices, or the values of a function by its arguments. An array that is a
    /// function has both.
    At(Map),
}

/// The meaning of symbols, by their numbers.
#[derive(Clone)]
pub struct Interpretation<'w> {
    pub program: &'w Program,
    pub kernel: &'w Kernel,
    pub symbols: BTreeMap<u32, Meaning>,
    /// The least and the greatest value of quantified integers.
    pub window: (i64, i64),
    /// The values of `x / 0`, `x % 0` and `x \ 0`, minus `x`.
    pub by_zero: [i64; 3],
    /// A seed for the meaning of symbols that are not listed.
    pub others: Option<u64>,
    /// Threads of a group, and number of groups, for functions of the kernel.
    pub sizes: (i64, i64),
    /// The kernel's constants, for functions of the kernel.
    pub scalars: Vec<Value>,
}

/// A term as an expression of the interpreter.
pub struct Translated {
    expr: Expr,
    tables: Tables,
}

/// Arrays that stand for functions.
#[derive(Default)]
struct Tables {
    symbols: BTreeMap<u32, Symbol>,
    calls: Vec<CallSite>,
}

struct CallSite {
    function: FnId,
    params: Vec<Type>,
    ret: Sort,
    /// The arrays that the function reads, as terms over constants and the symbols of `bound`.
    arrays: Vec<(ArrayId, Term)>,
    /// Bound symbols in `arrays`. Their values come behind the arguments.
    bound: Vec<Symbol>,
}

const CALLS: u32 = 1 << 30;
/// Variables with a special meaning: the ends of the window, and the values of divisions by zero.
const LOW: u32 = u32::MAX;
const HIGH: u32 = u32::MAX - 1;
const BY_ZERO: u32 = u32::MAX - 4;
/// Most nodes of an expression.
const LARGEST: usize = 40_000;

fn ty(sort: Sort) -> Type {
    match sort.kind() {
        SortKind::Bool => Type::Bool,
        SortKind::Int | SortKind::Array(_) => Type::Int,
        SortKind::Real => Type::Frac,
        SortKind::Float(f) => Type::Float(f),
        SortKind::Enum(of) => Type::Enum(of),
        _ => panic!("no program has a value of sort {sort}"),
    }
}

fn make(kind: ExprKind, ty: Type) -> Expr {
    At::new(Span::default()).expr(kind, ty)
}

fn int(n: i64) -> Expr {
    At::new(Span::default()).int(n)
}

fn infix(op: BinaryOp, a: Expr, b: Expr, ty: Type) -> Expr {
    make(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

fn cond(c: Expr, a: Expr, b: Expr) -> Expr {
    At::new(Span::default()).cond(c, a, b)
}

fn var(n: u32, ty: Type) -> Expr {
    At::new(Span::default()).var(VarId(n), ty)
}

fn to_frac(e: Expr) -> Expr {
    At::new(Span::default()).unary(UnaryOp::IntToFrac, e)
}

/// Why other heaps and references do not occur.
const KERNELS: &str = "the claims are about arrays of a kernel";

/// The expression of a literal value.
pub fn literal(v: &Value) -> Expr {
    match v {
        Value::Int(n) => make(ExprKind::Int(n.to_big()), Type::Int),
        Value::Bool(b) => make(ExprKind::Bool(*b), Type::Bool),
        Value::Float(f) => make(ExprKind::Float(f.bits()), Type::Float(f.format())),
        Value::Reference(_) | Value::Fraction(_) | Value::Enum(..) | Value::Collection(_) => unreachable!("{KERNELS}"),
    }
}

struct Translator<'p> {
    program: &'p Program,
    tables: Tables,
    nodes: usize,
}

/// The reason why a term has no expression.
type Cannot = &'static str;

impl Translator<'_> {
    fn terms(&mut self, ts: &[Term]) -> Result<Vec<Expr>, Cannot> {
        ts.iter().map(|t| self.term(t)).collect()
    }

    fn fold(&mut self, op: BinaryOp, ts: &[Term], ty: Type) -> Result<Expr, Cannot> {
        let mut all = self.terms(ts)?.into_iter();
        let first = all.next().ok_or("an operator without operands")?;
        Ok(all.fold(first, |a, b| infix(op, a, b, ty)))
    }

    fn term(&mut self, t: &Term) -> Result<Expr, Cannot> {
        self.nodes += 1;
        if self.nodes > LARGEST {
            return Err("too large");
        }
        if term::is_collection(t.sort()) {
            return Err("a collection");
        }
        let own = ty(t.sort());
        let args = t.args();
        let number = |n: &IBig| make(ExprKind::Int(n.clone()), Type::Int);
        Ok(match (t.op(), args) {
            (Op::Int(n), _) => number(n),
            (Op::Bool(b), _) => make(ExprKind::Bool(*b), Type::Bool),
            (Op::Real(r), _) => {
                let d = IBig::from(r.denominator().clone());
                infix(BinaryOp::Frac, to_frac(number(r.numerator())), to_frac(number(&d)), Type::Frac)
            }
            (Op::Float(format, bits), _) => make(ExprKind::Float(*bits), Type::Float(*format)),
            (Op::Enum(of, number), _) => make(ExprKind::EnumConstant(*number), Type::Enum(of)),
            (Op::App(s), _) => return self.application(s, args, &[], own),
            (Op::Not, [a]) => make(ExprKind::Unary(UnaryOp::Not, Box::new(self.term(a)?)), Type::Bool),
            (Op::And, _) => self.fold(BinaryOp::And, args, Type::Bool)?,
            (Op::Or, _) => self.fold(BinaryOp::Or, args, Type::Bool)?,
            (Op::Implies, _) => self.fold(BinaryOp::Implies, args, Type::Bool)?,
            (Op::Ite, [c, a, b]) => cond(self.term(c)?, self.term(a)?, self.term(b)?),
            (Op::Eq, [a, _]) => {
                let op = match a.sort().kind() {
                    SortKind::Float(_) => BinaryOp::Same,
                    SortKind::Array(_) => return Err("equality of arrays"),
                    _ => BinaryOp::Eq,
                };
                self.fold(op, args, Type::Bool)?
            }
            (Op::Lt, _) => self.fold(BinaryOp::Lt, args, Type::Bool)?,
            (Op::Le, _) => self.fold(BinaryOp::Le, args, Type::Bool)?,
            (Op::Add, _) => self.fold(BinaryOp::Add, args, own)?,
            (Op::Sub, _) => self.fold(BinaryOp::Sub, args, own)?,
            (Op::Mul, _) => self.fold(BinaryOp::Mul, args, own)?,
            (Op::Neg | Op::FloatOp(FloatOp::Neg), [a]) => {
                make(ExprKind::Unary(UnaryOp::Neg, Box::new(self.term(a)?)), own)
            }
            (Op::Div, [_, b]) => self.division(BinaryOp::Div, 0, args, b, own)?,
            (Op::Mod, [_, b]) => self.division(BinaryOp::Mod, 1, args, b, own)?,
            (Op::Bits(op), [a, b]) => self.bits(*op, a, b)?,
            (Op::RealDiv, [_, b]) => self.division(BinaryOp::Frac, 2, args, b, own)?,
            (Op::ToReal, [a]) => to_frac(self.term(a)?),
            (Op::Select, [array, index @ ..]) => {
                let index = self.terms(index)?;
                self.select(array, &index, own)?
            }
            (Op::FloatOp(op), _) => {
                let named = match *op {
                    FloatOp::ADD | FloatOp::SUB | FloatOp::MUL | FloatOp::DIV => None,
                    FloatOp::Eq | FloatOp::Lt | FloatOp::Le | FloatOp::Neg => None,
                    FloatOp::Arith(arith, r) => Some(Intrinsic::Arith(arith, r)),
                    FloatOp::Fma(r) => Some(Intrinsic::Fma(r)),
                    FloatOp::Sqrt(r) => Some(Intrinsic::Sqrt(r)),
                    FloatOp::Convert(to, r) | FloatOp::FromInt(to, r) => Some(Intrinsic::ToFloat(to, r)),
                    FloatOp::ToInt(r) => Some(Intrinsic::ToInt(r)),
                };
                if let Some(named) = named {
                    return Ok(make(ExprKind::Intrinsic(named, self.terms(args)?), own));
                }
                let (op, ty) = match *op {
                    FloatOp::ADD => (BinaryOp::Add, own),
                    FloatOp::SUB => (BinaryOp::Sub, own),
                    FloatOp::MUL => (BinaryOp::Mul, own),
                    FloatOp::DIV => (BinaryOp::Div, own),
                    FloatOp::Eq => (BinaryOp::Eq, Type::Bool),
                    FloatOp::Lt => (BinaryOp::Lt, Type::Bool),
                    FloatOp::Le => (BinaryOp::Le, Type::Bool),
                    _ => return Err("a negation of two"),
                };
                self.fold(op, args, ty)?
            }
            (Op::Quant(b), [body]) => {
                let within = |s: &Symbol| {
                    let x = || var(s.id(), Type::Int);
                    let low = infix(BinaryOp::Le, var(LOW, Type::Int), x(), Type::Bool);
                    let high = infix(BinaryOp::Le, x(), var(HIGH, Type::Int), Type::Bool);
                    infix(BinaryOp::And, low, high, Type::Bool)
                };
                if b.binders.iter().any(|s| s.sort() != Sort::INT) {
                    return Err("a quantifier over other than integers");
                }
                let range = b.binders.iter().map(within).reduce(|a, b| infix(BinaryOp::And, a, b, Type::Bool));
                let quant = Quant {
                    kind: if b.universal { QuantKind::Forall } else { QuantKind::Exists },
                    binders: b.binders.iter().map(|s| VarId(s.id())).collect(),
                    triggers: vec![],
                    range,
                    body: self.term(body)?,
                };
                make(ExprKind::Quant(Box::new(quant)), Type::Bool)
            }
            (Op::Store, _) => return Err("an array as a value"),
            (_, _) => return Err("an operator with other operands"),
        })
    }

    fn division(&mut self, op: BinaryOp, which: u32, args: &[Term], by: &Term, ty: Type) -> Result<Expr, Cannot> {
        let divisor = self.term(by)?;
        let value = var(BY_ZERO + which, Type::Int);
        let (zero, value) = if ty == Type::Frac { (to_frac(int(0)), to_frac(value)) } else { (int(0), value) };
        let dividend = args.first().map(|a| self.term(a)).ok_or("no dividend")??;
        let value = infix(BinaryOp::Add, dividend, value, ty);
        let quotient = self.fold(op, args, ty)?;
        Ok(cond(infix(BinaryOp::Eq, divisor, zero, Type::Bool), value, quotient))
    }

    /// An operation on the bits of integers of 64 bits, which all values of the trials are. For other operands the
    /// logic does not specify the value, and the interpretation chooses one.
    fn bits(&mut self, op: Bits, a: &Term, b: &Term) -> Result<Expr, Cannot> {
        let width = Width { bits: 64, signed: true };
        let [a, b] = [self.term(a)?, self.term(b)?];
        let fits = |e: &Expr| make(ExprKind::Intrinsic(Intrinsic::Fits(width), vec![e.clone()]), Type::Bool);
        let known = match op {
            Bits::And | Bits::Or | Bits::Xor => infix(BinaryOp::And, fits(&a), fits(&b), Type::Bool),
            Bits::Shl | Bits::Shr => {
                let low = infix(BinaryOp::Le, int(0), b.clone(), Type::Bool);
                let high = infix(BinaryOp::Lt, b.clone(), int(64), Type::Bool);
                let places = infix(BinaryOp::And, low, high, Type::Bool);
                infix(BinaryOp::And, fits(&a), places, Type::Bool)
            }
        };
        let elsewhere = infix(BinaryOp::Add, a.clone(), var(BY_ZERO, Type::Int), Type::Int);
        let value = make(ExprKind::Intrinsic(Intrinsic::Bits(op, width), vec![a, b]), Type::Int);
        Ok(cond(known, value, elsewhere))
    }

    fn select(&mut self, array: &Term, index: &[Expr], own: Type) -> Result<Expr, Cannot> {
        self.nodes += 1 + index.len();
        if self.nodes > LARGEST {
            return Err("too large");
        }
        match (array.op(), array.args()) {
            (Op::App(s), args) => self.application(s, args, index, own),
            (Op::Store, [inner, rest @ ..]) => {
                let (value, at) = rest.split_last().ok_or("a store of nothing")?;
                let at = self.terms(at)?;
                let same = at.into_iter().zip(index).map(|(a, b)| infix(BinaryOp::Eq, a, b.clone(), Type::Bool));
                let same = same.reduce(|a, b| infix(BinaryOp::And, a, b, Type::Bool)).ok_or("no index")?;
                Ok(cond(same, self.term(value)?, self.select(inner, index, own)?))
            }
            (Op::Ite, [c, a, b]) => Ok(cond(self.term(c)?, self.select(a, index, own)?, self.select(b, index, own)?)),
            (_, _) => Err("an array that is none"),
        }
    }

    fn application(&mut self, s: &Symbol, args: &[Term], index: &[Expr], own: Type) -> Result<Expr, Cannot> {
        if let Role::Function(f) = s.role() {
            return self.call(s, f, args, own);
        }
        if index.is_empty() && s.sort().is_array() {
            return Err("an array as a value");
        }
        if args.is_empty() && index.is_empty() {
            let _ = self.tables.symbols.insert(s.id(), s.clone());
            // The interpreter has no variables for fractions, and the logic has no such constants.
            return if own == Type::Frac { Err("a constant fraction") } else { Ok(var(s.id(), own)) };
        }
        let _ = self.tables.symbols.insert(s.id(), s.clone());
        let mut at = Vec::new();
        for value in self.terms(args)? {
            at.push(match value.ty {
                Type::Int | Type::Machine(_) => value,
                // The parameters of a sum may be truth values.
                Type::Bool => cond(value, int(1), int(0)),
                Type::Float(_) | Type::Frac | Type::Resource => return Err("an application to a float"),
                Type::Array(_) | Type::Object(_) => return Err("an application to a reference"),
                Type::Collection(..) | Type::Enum(_) | Type::Data(_) => {
                    return Err("an application to a collection or a constant")
                }
            });
        }
        at.extend(index.iter().cloned());
        Ok(make(ExprKind::Read(Place { heap: Heap::Array(ArrayId(s.id())), index: at, node: Node::default() }), own))
    }

    fn call(&mut self, s: &Symbol, f: FnId, args: &[Term], own: Type) -> Result<Expr, Cannot> {
        let function = self.program.functions.get(f.0 as usize).ok_or("an unknown function")?;
        let mut index = Vec::new();
        let mut params = Vec::new();
        for (a, v) in args.iter().zip(&function.vars).take(function.params) {
            let value = self.term(a)?;
            params.push(v.ty);
            index.push(match v.ty {
                Type::Int | Type::Machine(_) => value,
                Type::Bool => cond(value, int(1), int(0)),
                Type::Float(_) | Type::Frac | Type::Resource => return Err("a call with a float"),
                Type::Array(_) | Type::Object(_) => return Err("a call with a reference"),
                Type::Collection(..) | Type::Enum(_) | Type::Data(_) => {
                    return Err("a call with a collection or a constant")
                }
            });
        }
        let arrays: Vec<Term> = args.iter().skip(function.params).cloned().collect();
        let reads = reads(self.program, f);
        if reads.len() != arrays.len() {
            return Err("a call with other arrays");
        }
        let mut bound: Vec<Symbol> = arrays.iter().flat_map(term::free_symbols).collect();
        bound.retain(|b| b.role() == Role::Bound);
        bound.sort_by_key(Symbol::id);
        bound.dedup();
        index.extend(bound.iter().map(|b| var(b.id(), Type::Int)));
        let site =
            CallSite { function: f, params, ret: s.sort(), arrays: reads.into_iter().zip(arrays).collect(), bound };
        self.tables.calls.push(site);
        let array = ArrayId(CALLS + self.tables.calls.len() as u32 - 1);
        Ok(make(ExprKind::Read(Place { heap: Heap::Array(array), index, node: Node::default() }), own))
    }
}

/// The array that a heap is.
pub fn array_of(heap: Heap) -> ArrayId {
    match heap {
        Heap::Array(array) => array,
        Heap::Private(_) | Heap::Elements(_) | Heap::Field(_) => unreachable!("{KERNELS}"),
    }
}

/// The arrays that a function reads, directly or through functions that it calls, in their order.
fn reads(program: &Program, f: FnId) -> Vec<ArrayId> {
    let mut names = term::Names::default();
    let kernel = program.functions.get(f.0 as usize).and_then(|g| program.kernel(g.kernel?));
    logic::function_table::FunctionTable::new(program, kernel, &mut names)
        .reads(f)
        .iter()
        .map(|heap| array_of(*heap))
        .collect()
}

/// Translates a term.
pub fn translate(program: &Program, t: &Term) -> Result<Translated, Cannot> {
    let mut translator = Translator { program, tables: Tables::default(), nodes: 0 };
    let expr = translator.term(t)?;
    Ok(Translated { expr, tables: translator.tables })
}

impl<'w> Interpretation<'w> {
    /// The interpretation in which no symbol has a meaning.
    pub fn new(program: &'w Program, kernel: &'w Kernel) -> Self {
        let symbols = BTreeMap::new();
        let (window, by_zero, others, sizes) = ((-2, 9), [0, 0, 0], None, (1, 1));
        Self { program, kernel, symbols, window, by_zero, others, sizes, scalars: vec![] }
    }

    pub fn set(&mut self, s: &Symbol, v: impl Into<Value>) {
        let _ = self.symbols.insert(s.id(), Meaning::Is(v.into()));
    }

    pub fn map(&mut self, s: &Symbol, f: impl Fn(&[i64]) -> Option<Value> + 'static) {
        let _ = self.symbols.insert(s.id(), Meaning::At(Rc::new(f)));
    }

    /// The truth value of a condition; `None` if it depends on unknown values.
    pub fn truth(&self, t: &Translated) -> Option<bool> {
        self.value(t)?.as_bool()
    }

    /// The value of a term that is not a fraction.
    pub fn value(&self, t: &Translated) -> Option<Value> {
        let mut sight = Sight::new(self, &t.tables);
        let value = Evaluator::new(&mut sight, &mut Memo::default()).value(&t.expr);
        if let Err(Stop { cause: Cause::IllTyped(why), .. }) = &value {
            panic!("the bridge makes an ill-typed expression for the kernel `{}`: {why}", self.kernel.name.name);
        }
        value.ok()
    }

    /// The value of a term that is a fraction.
    pub fn fraction(&self, t: &Translated) -> Option<RBig> {
        let mut sight = Sight::new(self, &t.tables);
        Evaluator::new(&mut sight, &mut Memo::default()).fraction(&t.expr).ok()
    }

    /// Translates a condition, and computes its truth value.
    pub fn holds(&self, t: &Term) -> Option<bool> {
        self.truth(&translate(self.program, t).ok()?)
    }

    /// Translates a term, and computes its value. The term is not a fraction and not an array.
    pub fn eval(&self, t: &Term) -> Option<Value> {
        self.value(&translate(self.program, t).ok()?)
    }

    /// Translates a fraction, and computes its value.
    pub fn amount(&self, t: &Term) -> Option<RBig> {
        self.fraction(&translate(self.program, t).ok()?)
    }
}

/// The environment of the interpreter's evaluator.
struct Sight<'s, 'w> {
    world: &'s Interpretation<'w>,
    tables: &'s Tables,
    /// Indices of the locations that were named so far.
    places: Vec<Vec<i64>>,
    /// In a call of a function: the kernel's arrays, and the values of the symbols that their terms mention.
    inside: Option<(&'s CallSite, Vec<(u32, Value)>)>,
    work: u64,
}

impl<'s, 'w> Sight<'s, 'w> {
    fn new(world: &'s Interpretation<'w>, tables: &'s Tables) -> Self {
        Self { world, tables, places: vec![], inside: None, work: 200_000 }
    }

    fn unknown<T>(node: Node) -> Result<T, Stop> {
        Err(Stop::new(Cause::NotComputable("not known".into()), node))
    }

    fn call(&mut self, site: &CallSite, index: &[i64], node: Node) -> Result<Value, Stop> {
        let value = |(n, ty): (&i64, &Type)| if *ty == Type::Bool { Value::from(*n == 1) } else { Value::from(*n) };
        let args: Vec<Expr> = index.iter().zip(&site.params).map(value).map(|v| literal(&v)).collect();
        let bound =
            site.bound.iter().map(Symbol::id).zip(index.iter().skip(site.params.len()).map(|n| Value::from(*n)));
        let call = make(ExprKind::Call(site.function, args), ty(site.ret));
        let mut inner = Sight {
            world: self.world,
            tables: self.tables,
            places: vec![],
            inside: Some((site, bound.collect())),
            work: self.work,
        };
        let value = Evaluator::new(&mut inner, &mut Memo::default()).value(&call);
        self.work = inner.work;
        value.map_err(|stop| Stop { node, ..stop })
    }
}

impl<'s> Env<'s> for Sight<'s, '_> {
    fn program(&self) -> &'s Program {
        self.world.program
    }

    fn kernel(&self) -> &'s Kernel {
        self.world.kernel
    }

    fn vars(&self) -> &'s [VarDecl] {
        &self.world.kernel.vars
    }

    fn var(&mut self, VarId(n): VarId, _: When, node: Node) -> Result<Value, Stop> {
        let (low, high) = self.world.window;
        match n {
            LOW => return Ok(Value::from(low)),
            HIGH => return Ok(Value::from(high)),
            _ if n >= BY_ZERO => return Ok(Value::from(self.world.by_zero[(n - BY_ZERO) as usize])),
            _ => {}
        }
        match (self.world.symbols.get(&n), self.tables.symbols.get(&n), self.world.others) {
            (Some(Meaning::Is(v)), _, _) => Ok(v.clone()),
            (None, Some(s), Some(seed)) => Ok(arbitrary(seed ^ u64::from(s.id()), s.sort(), &[])),
            _ => Self::unknown(node),
        }
    }

    fn launch(&mut self, var: LaunchVar, axis: Axis, node: Node) -> Result<Value, Stop> {
        let (gsize, ngroups) = if axis == Axis::X { self.world.sizes } else { (1, 1) };
        match var {
            LaunchVar::Gsize => Ok(Value::from(gsize)),
            LaunchVar::Ngroups => Ok(Value::from(ngroups)),
            LaunchVar::Tcount => Ok(Value::from(gsize * ngroups)),
            LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => Self::unknown(node),
        }
    }

    fn scalar(&mut self, scalar: ScalarId, node: Node) -> Result<Value, Stop> {
        self.world.scalars.get(scalar.0 as usize).cloned().map_or_else(|| Self::unknown(node), Ok)
    }

    fn length(&mut self, array: Heap, dim: usize, node: Node) -> Result<Int, Stop> {
        let Heap::Array(array) = array else { return Self::unknown(node) };
        let dims = self.world.kernel.arrays.get(array.0 as usize).and_then(|a| a.dims.get(dim));
        let Some(length) = dims else { return Self::unknown(node) };
        let length = Evaluator::new(self, &mut Memo::default()).value(length)?;
        length.as_int().cloned().map_or_else(|| Self::unknown(node), Ok)
    }

    fn locate(&mut self, array: Heap, index: &[Int], node: Node) -> Result<Location, Stop> {
        let index: Option<Vec<i64>> = index.iter().map(Int::to_i64).collect();
        let index = index.ok_or_else(|| Stop::new(Cause::Limit(Limit::Memory), node))?;
        self.places.push(index);
        let object = Object { heap: array, owner: Member::LAUNCH, frame: 0 };
        Ok(Location { object, offset: self.places.len() as u32 - 1 })
    }

    fn load(&mut self, location: Location, _: When, node: Node) -> Result<Value, Stop> {
        let index = self.places.get(location.offset as usize).cloned().unwrap_or_default();
        let Some(ArrayId(n)) = location.array() else { return Self::unknown(node) };
        if let Some((site, bound)) = &self.inside {
            let Some((_, array)) = site.arrays.iter().find(|(a, _)| a.0 == n) else { return Self::unknown(node) };
            let at: Vec<Term> = index.iter().map(|n| term::int(*n)).collect();
            let mut world = self.world.clone();
            world.symbols.extend(bound.iter().map(|(id, v)| (*id, Meaning::Is(v.clone()))));
            return world.eval(&term::select(array, &at)).map_or_else(|| Self::unknown(node), Ok);
        }
        if n >= CALLS {
            let tables = self.tables;
            let Some(site) = tables.calls.get((n - CALLS) as usize) else { return Self::unknown(node) };
            return self.call(site, &index, node);
        }
        let found = match (self.world.symbols.get(&n), self.tables.symbols.get(&n), self.world.others) {
            (Some(Meaning::At(f)), _, _) => f(&index),
            (None, Some(s), Some(seed)) => Some(arbitrary(seed ^ u64::from(s.id()), s.sort(), &index)),
            _ => None,
        };
        found.map_or_else(|| Self::unknown(node), Ok)
    }

    fn tick(&mut self, node: Node) -> Result<(), Stop> {
        self.work = self.work.checked_sub(1).ok_or_else(|| Stop::new(Cause::Limit(Limit::Work), node))?;
        Ok(())
    }
}

/// A value that depends only on a symbol's seed and its arguments: a small integer, or a float that is often a special
/// value.
pub fn arbitrary(seed: u64, sort: Sort, args: &[i64]) -> Value {
    let mut z = seed ^ 0x9E37_79B9_7F4A_7C15;
    for n in args.iter().chain(&[0x55]) {
        z = (z ^ (*n as u64)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^= z >> 29;
    }
    match sort.element().kind() {
        SortKind::Bool => Value::from(z.is_multiple_of(2)),
        SortKind::Float(format) => {
            let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -0.0, 1.0, -1.0, 1e-40, 3.5e38, 0.1];
            let x = if z.is_multiple_of(3) {
                special[(z >> 8) as usize % special.len()]
            } else {
                ((z >> 8) % 64) as f64 / 7.0 - 4.0
            };
            match format {
                FloatFormat::Single => Value::from(x as f32),
                FloatFormat::Double => Value::from(x),
            }
        }
        _ => Value::from((z >> 8) as i64 % 7 - 3),
    }
}
