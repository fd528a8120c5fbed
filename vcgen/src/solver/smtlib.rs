//! Queries as SMT-LIB 2.6 text, for other solvers and for people.
//!
//! In: a query. Out: one self-contained file in standard theories, which is satisfiable if and only if the query has a
//! counterexample. Shared closed subterms are named by `define-fun`; shared open ones are named by `let`, inside the
//! quantifier that binds their symbols.

use super::dag::{Dag, Id, Node};
#[cfg(feature = "z3")]
use super::fault::Fault;
use super::header::Header;
use super::prelude::{facts, Fact};
use super::{float_text, int_text, names, sorting, trigger};
use crate::solving::{Floats, Integers, Query};
use ir::FloatFormat;
use logic::term::{not, Binding, Op, Sort, SortKind};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// The text of the file. An ill-sorted query, which is a defect of Sepal, gives a comment that says so.
pub fn write(query: &Query, header: &Header) -> String {
    let mut dag = Dag::default();
    let mut roots: Vec<Id> = query.hyps.iter().map(|h| dag.add(h)).collect();
    roots.push(dag.add(&not(query.goal.clone())));
    dag.close();
    if let Err(fault) = sorting::check(&dag) {
        return format!("; {fault}\n");
    }
    if roots.iter().any(|r| dag.node(*r).is_some_and(|n| n.sort != Sort::BOOL)) {
        return "; a hypothesis is not a truth value\n".to_owned();
    }
    let mut writer = Writer::new(&dag, query);
    writer.file(&roots, header);
    writer.out
}

/// The text of a query's declarations and assertions alone. `dag` holds the query, and `roots` are its assertions.
#[cfg(feature = "z3")]
pub fn assertions(query: &Query, dag: &Dag, roots: &[Id]) -> Result<String, Fault> {
    sorting::check(dag)?;
    let mut writer = Writer::new(dag, query);
    writer.assertions(roots);
    Ok(writer.out)
}

struct Writer<'a> {
    dag: &'a Dag,
    floats: Floats,
    integers: Integers,
    /// Nodes that have a name at the point where text is being written.
    named: FxHashSet<Id>,
    out: String,
}

impl<'a> Writer<'a> {
    fn new(dag: &'a Dag, query: &Query) -> Self {
        let (floats, integers) = (query.floats, query.integers);
        Self { dag, floats, integers, named: FxHashSet::default(), out: String::new() }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn file(&mut self, roots: &[Id], header: &Header) {
        self.out.push_str(&header.comments());
        self.line("(set-info :smt-lib-version 2.6)");
        self.line("(set-logic ALL)");
        self.assertions(roots);
        self.line("(check-sat)");
    }

    fn assertions(&mut self, roots: &[Id]) {
        self.declarations();
        for id in self.shared() {
            let Some(node) = self.dag.node(id) else { continue };
            let body = self.text(id, true);
            let sort = self.sort(node.sort);
            self.line(&format!("(define-fun n{id} () {sort} {body})"));
            let _ = self.named.insert(id);
        }
        for fact in facts(self.dag, self.floats) {
            if let Some(text) = self.fact(&fact) {
                self.line(&format!("(assert {text})"));
            }
        }
        for root in roots {
            let text = self.text(*root, false);
            self.line(&format!("(assert {text})"));
        }
    }

    /// Closed nodes that are used twice, and every 50th level of a deep term, arguments first.
    fn shared(&self) -> Vec<Id> {
        let mut uses = vec![0_u32; self.dag.nodes().len()];
        let mut height = vec![0_u32; self.dag.nodes().len()];
        let mut chosen = Vec::new();
        for node in self.dag.nodes() {
            for arg in node.args.iter().chain(node.triggers.iter().flatten()) {
                if let Some(count) = uses.get_mut(*arg) {
                    *count += 1;
                }
            }
        }
        for (id, node) in self.dag.nodes().iter().enumerate() {
            let tallest = node.args.iter().filter_map(|a| height.get(*a)).max().copied().unwrap_or(0);
            let cut = tallest >= 50;
            if let Some(own) = height.get_mut(id) {
                *own = if cut { 0 } else { tallest + 1 };
            }
            let twice = uses.get(id).is_some_and(|count| *count > 1);
            // Operations on bit vectors may repeat the text of an operand, so every number gets a name.
            let number = self.integers != Integers::Exact && node.sort != Sort::BOOL;
            if node.closed && !node.args.is_empty() && (twice || cut || number) {
                chosen.push(id);
            }
        }
        chosen
    }

    fn declarations(&mut self) {
        let bound: FxHashSet<u32> = self.dag.nodes().iter().filter_map(Node::binding).flat_map(ids).collect();
        let mut seen: FxHashSet<String> = FxHashSet::default();
        let mut lines = Vec::new();
        if self.floats == Floats::Uninterpreted {
            for format in [FloatFormat::Single, FloatFormat::Double] {
                lines.push(format!("(declare-sort {} 0)", names::float_sort(format)));
            }
        }
        lines.extend(names::declared_sorts(self.dag));
        for node in self.dag.nodes() {
            let line = match &node.op {
                Op::App(symbol) if !bound.contains(&symbol.id()) => {
                    let params: Vec<String> = symbol.params().iter().map(|p| self.sort(*p)).collect();
                    let name = names::symbol(symbol);
                    format!("(declare-fun |{name}| ({}) {})", params.join(" "), self.sort(symbol.sort()))
                }
                Op::Float(format, bits) if self.floats == Floats::Uninterpreted => {
                    format!("(declare-fun {} () {})", names::float_literal(*format, *bits), names::float_sort(*format))
                }
                Op::FloatOp(op) if self.floats == Floats::Uninterpreted => {
                    let params: Vec<String> =
                        node.args.iter().filter_map(|a| self.dag.node(*a)).map(|n| self.sort(n.sort)).collect();
                    format!(
                        "(declare-fun {} ({}) {})",
                        names::float_op(*op, names::format(*op, self.operand(node))),
                        params.join(" "),
                        self.sort(node.sort)
                    )
                }
                Op::Bits(op) if self.integers == Integers::Exact => {
                    format!("(declare-fun {} (Int Int) Int)", int_text::function(*op))
                }
                Op::Int(_)
                | Op::Bits(_)
                | Op::Bool(_)
                | Op::Real(_)
                | Op::Float(..)
                | Op::Enum(..)
                | Op::App(_)
                | Op::Not
                | Op::And
                | Op::Or
                | Op::Implies
                | Op::Ite
                | Op::Eq
                | Op::Lt
                | Op::Le
                | Op::Add
                | Op::Sub
                | Op::Neg
                | Op::Mul
                | Op::Div
                | Op::Mod
                | Op::ToReal
                | Op::RealDiv
                | Op::Select
                | Op::Store
                | Op::FloatOp(_)
                | Op::Quant(_) => continue,
            };
            if seen.insert(line.clone()) {
                lines.push(line);
            }
        }
        for line in lines {
            self.line(&line);
        }
    }

    /// The text of a fact; `None` if the text of the operations already expresses it.
    fn fact(&mut self, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::Distinct(literals) => {
                let literals: Vec<String> = literals.iter().map(|l| self.text(*l, false)).collect();
                format!("(distinct {})", literals.join(" "))
            }
            Fact::Commutes(op, format, x, y) => {
                let (f, x, y) = (names::float_op(*op, *format), self.text(*x, false), self.text(*y, false));
                format!("(= ({f} {x} {y}) ({f} {y} {x}))")
            }
            Fact::AlwaysCommutes(op, format) => {
                let (f, sort) = (names::float_op(*op, *format), names::float_sort(*format));
                format!("(forall ((x {sort}) (y {sort})) (! (= ({f} x y) ({f} y x)) :pattern (({f} x y))))")
            }
            Fact::OfInt { .. } => return None,
        })
    }

    fn sort(&self, sort: Sort) -> String {
        match sort.kind() {
            SortKind::Bool => "Bool".into(),
            SortKind::Int => match self.integers {
                Integers::Exact => "Int".into(),
                Integers::Bits(width) => int_text::sort(width),
            },
            SortKind::Real => "Real".into(),
            SortKind::Float(format) => float_text::sort(self.floats, format).into(),
            SortKind::Array(_) => {
                let (keys, element) = sort.as_array().unwrap_or((&[], sort));
                let element = self.sort(element);
                keys.iter().rev().fold(element, |inner, key| format!("(Array {} {inner})", self.sort(*key)))
            }
            // Collections and enumerations have declared sorts. [`super::sorting`] excludes the other ones, and an
            // undeclared sort is an error for every reader of the file.
            SortKind::Ref(_)
            | SortKind::Enum(_)
            | SortKind::Seq(_)
            | SortKind::Set(_)
            | SortKind::Bag(_)
            | SortKind::Map(_)
            | SortKind::Tuple(_)
            | SortKind::Option(_)
            | SortKind::Either(_)
            | SortKind::Data(..) => format!("|{sort}|"),
        }
    }

    /// The text of a node: its name if it has one, except where the name is being defined.
    fn text(&mut self, id: Id, defining: bool) -> String {
        if !defining && self.named.contains(&id) {
            return format!("n{id}");
        }
        let dag = self.dag;
        let Some(node) = dag.node(id) else { return String::new() };
        if let Some(text) = self.in_bits(node) {
            return text;
        }
        match &node.op {
            Op::Int(n) => int_text::integer(n),
            Op::Bool(b) => b.to_string(),
            Op::Real(r) => int_text::rational(r),
            Op::Float(format, bits) => float_text::literal(self.floats, *format, *bits),
            Op::Enum(of, number) => format!("|{}|", of.constant(*number)),
            Op::App(symbol) => {
                let name = format!("|{}|", names::symbol(symbol));
                if node.args.is_empty() {
                    name
                } else {
                    self.apply(&name, &node.args)
                }
            }
            Op::FloatOp(op) => {
                let args: Vec<String> = node.args.iter().map(|a| self.text(*a, false)).collect();
                float_text::operation(self.floats, *op, self.operand(node), &args.join(" "))
            }
            Op::Not => self.apply("not", &node.args),
            Op::And => self.apply("and", &node.args),
            Op::Or => self.apply("or", &node.args),
            Op::Implies => self.apply("=>", &node.args),
            Op::Ite => self.apply("ite", &node.args),
            Op::Eq => self.apply("=", &node.args),
            Op::Lt => self.apply("<", &node.args),
            Op::Le => self.apply("<=", &node.args),
            Op::Add => self.apply("+", &node.args),
            Op::Sub | Op::Neg => self.apply("-", &node.args),
            Op::Mul => self.apply("*", &node.args),
            Op::Div => self.apply("div", &node.args),
            Op::Mod => self.apply("mod", &node.args),
            Op::Bits(op) => self.apply(int_text::function(*op), &node.args),
            Op::ToReal => self.apply("to_real", &node.args),
            Op::RealDiv => self.apply("/", &node.args),
            Op::Select => match node.args.as_slice() {
                [array, index @ ..] => {
                    let array = self.text(*array, false);
                    self.select(array, index)
                }
                [] => String::new(),
            },
            Op::Store => match node.args.as_slice() {
                [array, index @ .., value] => self.store(*array, index, *value),
                _ => String::new(),
            },
            Op::Quant(binding) => self.quantifier(binding, node),
        }
    }

    /// The text of an operation on integers that are bit vectors.
    fn in_bits(&mut self, node: &Node) -> Option<String> {
        let Integers::Bits(width) = self.integers else { return None };
        let dag = self.dag;
        if !int_text::differs(&node.op) {
            return None;
        }
        let divisor = node.args.last().and_then(|d| dag.node(*d)).and_then(|d| d.term.as_int());
        let args: Vec<String> = node.args.iter().map(|a| self.text(*a, false)).collect();
        int_text::operation(width, &node.op, &args, divisor)
    }

    /// The sort of the first argument of a node.
    fn operand(&self, node: &Node) -> Sort {
        node.args.first().and_then(|a| self.dag.node(*a)).map_or(node.sort, |n| n.sort)
    }

    fn apply(&mut self, function: &str, args: &[Id]) -> String {
        let mut text = format!("({function}");
        for arg in args {
            let _ = write!(text, " {}", self.text(*arg, false));
        }
        text + ")"
    }

    fn select(&mut self, array: String, index: &[Id]) -> String {
        index.iter().fold(array, |row, i| format!("(select {row} {})", self.text(*i, false)))
    }

    /// The text of a store: `store(a, i, store(a[i], j, v))` for two dimensions.
    fn store(&mut self, array: Id, index: &[Id], value: Id) -> String {
        let array = self.text(array, false);
        let mut value = self.text(value, false);
        for (at, i) in index.iter().enumerate().rev() {
            let row = self.select(array.clone(), index.get(..at).unwrap_or_default());
            value = format!("(store {row} {} {value})", self.text(*i, false));
        }
        value
    }

    fn quantifier(&mut self, binding: &Binding, node: &Node) -> String {
        let word = if binding.universal { "forall" } else { "exists" };
        let binders: Vec<String> =
            binding.binders.iter().map(|b| format!("(|{}| {})", names::symbol(b), self.sort(b.sort()))).collect();
        // Patterns are written outside of the `let`s of the body.
        let mut patterns = String::new();
        for set in trigger::usable(self.dag, node) {
            let terms: Vec<String> = set.iter().map(|t| self.text(*t, false)).collect();
            let _ = write!(patterns, " :pattern ({})", terms.join(" "));
        }
        let body = node.args.first().map(|b| self.body(*b)).unwrap_or_default();
        let body = if patterns.is_empty() { body } else { format!("(! {body}{patterns})") };
        format!("({word} ({}) {body})", binders.join(" "))
    }

    /// The text of a quantifier's body, with a `let` for each open node that it uses more than once.
    fn body(&mut self, root: Id) -> String {
        let mut uses: Vec<(Id, u32)> = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let Some(node) = self.dag.node(id) else { continue };
            // A nested quantifier counts as a leaf here: it names its own shared nodes.
            if node.closed || self.named.contains(&id) || matches!(node.op, Op::Quant(_)) {
                continue;
            }
            uses.extend(node.args.iter().map(|a| (*a, 1)));
            stack.extend(node.args.iter().copied());
        }
        uses.sort_unstable();
        let shared: Vec<Id> = uses
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|run| run.len() > 1)
            .filter_map(|run| run.first().map(|(id, _)| *id))
            .filter(|id| self.dag.node(*id).is_some_and(|n| !n.closed && !n.args.is_empty()))
            .filter(|id| !self.named.contains(id))
            .collect();
        let mut opening = String::new();
        for id in &shared {
            let text = self.text(*id, true);
            let _ = write!(opening, "(let ((n{id} {text})) ");
            let _ = self.named.insert(*id);
        }
        let body = self.text(root, false);
        for id in &shared {
            let _ = self.named.remove(id);
        }
        format!("{opening}{body}{}", ")".repeat(shared.len()))
    }
}

fn ids(binding: &Binding) -> impl Iterator<Item = u32> + '_ {
    binding.binders.iter().map(|b| b.id())
}
