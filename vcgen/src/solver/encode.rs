//! Encodes terms as Z3 terms.
//!
//! In: a [`Dag`]. Out: one Z3 term per node, in the context of the running thread, or the reason why a node has none.
//! The encoder is one loop over the table, so deep terms cost no stack. An array of d dimensions becomes d nested Z3
//! arrays, so that it means the same as in SMT-LIB text.

use super::dag::{Dag, Id, Node};
use super::encoded::{dynamic, truth, Encoded};
use super::enums::Enums;
use super::fault::Fault;
use super::{float, int_text, names, prelude, sorts, trigger};
use crate::solving::Floats;
use logic::term::{Binding, Op, Symbol};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use z3::ast::{self, Ast, Bool, Dynamic, Int, Real};
use z3::{FuncDecl, Pattern};

/// Encodes all nodes, and the facts about floats that the query needs.
pub fn encode(dag: &Dag, floats: Floats) -> Result<(Encoded, Vec<Bool>), Fault> {
    super::sorting::check(dag)?;
    let enums = Enums::of(dag);
    let mut encoder = Encoder { floats, enums, functions: FxHashMap::default(), encoded: Encoded::default() };
    for node in dag.nodes() {
        let term = encoder.node(dag, node)?;
        encoder.encoded.push(term);
    }
    let facts =
        prelude::facts(dag, floats).iter().map(|f| float::fact(f, &encoder.encoded)).collect::<Result<_, _>>()?;
    Ok((encoder.encoded, facts))
}

struct Encoder {
    floats: Floats,
    enums: Enums,
    functions: FxHashMap<u32, FuncDecl>,
    encoded: Encoded,
}

impl Encoder {
    fn node(&mut self, dag: &Dag, node: &Node) -> Result<Dynamic, Fault> {
        if let Op::App(symbol) = &node.op {
            return self.application(symbol, &node.args);
        }
        let args: Vec<&Dynamic> = node.args.iter().map(|a| self.encoded.term(*a)).collect::<Result<_, _>>()?;
        Ok(match (&node.op, args.as_slice()) {
            (Op::Int(n), _) => dynamic(number(&n.to_string())?),
            (Op::Bool(b), _) => dynamic(Bool::from_bool(*b)),
            (Op::Real(r), _) => dynamic(rational(&r.numerator().to_string(), &r.denominator().to_string())?),
            (Op::Float(format, bits), _) => float::literal(self.floats, *format, *bits),
            (Op::Enum(of, number), _) => self.enums.constant(of, *number).ok_or("an unknown enumeration")?,
            (Op::FloatOp(op), args) => {
                let operand = node.args.first().and_then(|a| dag.node(*a)).map(|a| a.sort);
                float::operation(self.floats, *op, operand.ok_or("a float operation without operands")?, args)?
            }
            (Op::Not, [a]) => dynamic(truth(a)?.not()),
            (Op::And, args) => dynamic(Bool::and(&truths(args)?)),
            (Op::Or, args) => dynamic(Bool::or(&truths(args)?)),
            (Op::Implies, [a, b]) => dynamic(truth(a)?.implies(truth(b)?)),
            (Op::Ite, [c, a, b]) => truth(c)?.ite(*a, *b),
            (Op::Eq, [a, b]) => dynamic(Ast::eq(*a, *b)),
            (Op::Lt | Op::Le | Op::Add | Op::Sub | Op::Mul | Op::Neg, args) => arithmetic(&node.op, args)?,
            (Op::Div, [a, b]) => dynamic(as_int(a)?.div(as_int(b)?)),
            (Op::Mod, [a, b]) => dynamic(as_int(a)?.modulo(as_int(b)?)),
            (Op::Bits(op), [a, b]) => {
                let (name, int) = (int_text::function(*op), z3::Sort::int());
                FuncDecl::new(name, &[&int, &int], &int).apply(&[&as_int(a)?, &as_int(b)?])
            }
            (Op::ToReal, [a]) => dynamic(as_int(a)?.to_real()),
            (Op::RealDiv, [a, b]) => dynamic(as_real(a)?.div(as_real(b)?)),
            (Op::Select, [array, index @ ..]) => select(array, index)?,
            (Op::Store, [array, index @ .., value]) => store(array, index, value)?,
            (Op::Quant(binding), [body]) => self.quantifier(binding, dag, node, truth(body)?)?,
            (Op::App(_) | Op::Not | Op::Implies | Op::Ite | Op::Eq | Op::Div | Op::Mod | Op::ToReal, _)
            | (Op::RealDiv | Op::Bits(_) | Op::Select | Op::Store | Op::Quant(_), _) => {
                return Err("wrong number of arguments".into());
            }
        })
    }

    fn application(&mut self, symbol: &Symbol, args: &[Id]) -> Result<Dynamic, Fault> {
        let (floats, enums) = (self.floats, &self.enums);
        let function = match self.functions.entry(symbol.id()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let params =
                    symbol.params().iter().map(|p| sorts::of(*p, floats, enums)).collect::<Result<Vec<_>, _>>()?;
                let params: Vec<&z3::Sort> = params.iter().collect();
                new.insert(FuncDecl::new(names::symbol(symbol), &params, &sorts::of(symbol.sort(), floats, enums)?))
            }
        };
        let args: Vec<&Dynamic> = args.iter().map(|a| self.encoded.term(*a)).collect::<Result<_, _>>()?;
        let args: Vec<&dyn Ast> = args.into_iter().map(|a| a as &dyn Ast).collect();
        Ok(function.apply(&args))
    }

    fn quantifier(&self, binding: &Binding, dag: &Dag, node: &Node, body: Bool) -> Result<Dynamic, Fault> {
        let constant =
            |b: &Symbol| Ok(Dynamic::new_const(names::symbol(b), &sorts::of(b.sort(), self.floats, &self.enums)?));
        let bound: Vec<Dynamic> = binding.binders.iter().map(constant).collect::<Result<_, Fault>>()?;
        let bound: Vec<&dyn Ast> = bound.iter().map(|b| b as &dyn Ast).collect();
        let mut patterns = Vec::new();
        for set in trigger::usable(dag, node) {
            let terms: Vec<&Dynamic> = set.iter().map(|t| self.encoded.term(*t)).collect::<Result<_, _>>()?;
            let terms: Vec<&dyn Ast> = terms.into_iter().map(|t| t as &dyn Ast).collect();
            patterns.push(Pattern::new(&terms));
        }
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        Ok(dynamic(if binding.universal {
            ast::forall_const(&bound, &patterns, &body)
        } else {
            ast::exists_const(&bound, &patterns, &body)
        }))
    }
}

fn arithmetic(op: &Op, args: &[&Dynamic]) -> Result<Dynamic, Fault> {
    macro_rules! over {
        ($ty:ty, $terms:expr) => {{
            let terms: Vec<$ty> = $terms;
            match (op, terms.as_slice()) {
                (Op::Add, terms) => Ok(dynamic(<$ty>::add(terms))),
                (Op::Mul, terms) => Ok(dynamic(<$ty>::mul(terms))),
                (Op::Sub, terms) => Ok(dynamic(<$ty>::sub(terms))),
                (Op::Neg, [a]) => Ok(dynamic(a.unary_minus())),
                (Op::Lt, [a, b]) => Ok(dynamic(a.lt(b))),
                (Op::Le, [a, b]) => Ok(dynamic(a.le(b))),
                _ => Err("not an arithmetic operator".into()),
            }
        }};
    }
    match args.iter().map(|a| a.as_int()).collect::<Option<Vec<Int>>>() {
        Some(ints) => over!(Int, ints),
        None => over!(Real, args.iter().map(|a| as_real(a)).collect::<Result<_, _>>()?),
    }
}

fn select(array: &Dynamic, index: &[&Dynamic]) -> Result<Dynamic, Fault> {
    let mut value = array.clone();
    for i in index {
        value = value.as_array().ok_or("not an array")?.select(*i);
    }
    Ok(value)
}

/// `store(a, i, store(a[i], j, v))` for two dimensions, and so on.
fn store(array: &Dynamic, index: &[&Dynamic], value: &Dynamic) -> Result<Dynamic, Fault> {
    let mut rows = vec![array.clone()];
    for (at, _) in index.iter().enumerate().skip(1) {
        rows.push(select(array, index.get(..at).unwrap_or_default())?);
    }
    let mut value = value.clone();
    for (row, i) in rows.iter().zip(index).rev() {
        value = dynamic(row.as_array().ok_or("not an array")?.store(*i, &value));
    }
    Ok(value)
}

fn number(digits: &str) -> Result<Int, Fault> {
    digits.parse().map_err(|_| format!("not an integer literal: {digits}").into())
}

fn rational(numerator: &str, denominator: &str) -> Result<Real, Fault> {
    Real::from_rational_str(numerator, denominator).ok_or_else(|| "not a rational literal".into())
}

fn truths(terms: &[&Dynamic]) -> Result<Vec<Bool>, Fault> {
    terms.iter().map(|t| truth(t)).collect()
}

fn as_int(term: &Dynamic) -> Result<Int, Fault> {
    term.as_int().ok_or_else(|| "not an integer".into())
}

fn as_real(term: &Dynamic) -> Result<Real, Fault> {
    term.as_real().ok_or_else(|| "not a real".into())
}
