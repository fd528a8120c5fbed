//! Evaluation: from a typed expression to a term, and to what must hold for the expression to be well defined.
//!
//! In: an expression and the meaning of names ([`Env`]). Out: its term. Evaluation decides nothing: what the expression
//! needs (a location is held and in bounds, a divisor is not zero, the precondition of a function holds) is collected
//! as a [`Requirement`], under the conditions of the short-circuit operators and quantifiers around it.

use crate::context::{null, Context};
use crate::fault::Missing;
use crate::float_operators::float_binary;
use crate::need::{Env, Need, Requirement, Seen};
use crate::syntactic::{arrays, is_shared};
use crate::term::{self, Binding, FloatOp, Role, Sort, Substitution, Symbol, Term};
use ir::{
    BinaryOp, Expr, ExprKind, FnId, Function, Heap, LabelId, Moment, Node, Place, Quant, QuantKind, Reduce, Type,
    UnaryOp, VarDecl, VarId,
};

/// Evaluates expressions of one item: a kernel, a procedure or a function.
pub struct Evaluator<'c, 'a> {
    /// Symbols and declarations.
    pub cx: &'c mut Context<'a>,
    /// Declarations of the item's variables.
    pub vars: &'a [VarDecl],
    /// What names and memory mean.
    pub env: Env,
    /// Conditions around the part that is evaluated now.
    pub under: Vec<Term>,
    /// What the parts evaluated so far need to be well defined.
    pub requirements: Vec<Requirement>,
    /// Reads and calls that were evaluated so far, for explaining counterexamples.
    pub seen: Vec<Seen>,
    /// The moment whose memory is read, inside of `\old`; `None` outside.
    pub(crate) moment: Option<Moment>,
    /// Whether reads stay as they are. In the summand of a reduction they do, so that the whole memory is a parameter
    /// of the summand, however it was written.
    pub(crate) plain_reads: bool,
}

impl<'c, 'a> Evaluator<'c, 'a> {
    /// An evaluator outside of all conditions.
    pub fn new(cx: &'c mut Context<'a>, vars: &'a [VarDecl], env: Env) -> Self {
        Self { cx, vars, env, under: vec![], requirements: vec![], seen: vec![], moment: None, plain_reads: false }
    }

    /// Records the value of an expression, for explaining counterexamples. It has a value only if `exists` holds.
    fn see(&mut self, node: Node, old: bool, value: &Term, exists: Term) {
        let when = term::and(self.under.iter().cloned().chain([exists]));
        self.seen.push(Seen { node, old, value: value.clone(), when });
    }

    /// Records the value of a read, for explaining counterexamples.
    pub fn see_place(&mut self, place: &Place, index: &[Term], value: &Term) {
        let old = self.moment == Some(Moment::Start) && self.cx.written.contains(&place.heap);
        let exists = self.cx.in_bounds(place.heap, index);
        self.see(place.node, old, value, exists);
    }

    /// Runs `body` with one more condition around it.
    pub fn under<T>(&mut self, condition: Term, body: impl FnOnce(&mut Self) -> T) -> T {
        self.under.push(condition);
        let result = body(self);
        let _ = self.under.pop();
        result
    }

    /// The value of an expression that contains no permissions.
    pub fn eval(&mut self, e: &Expr) -> Term {
        match &e.kind {
            ExprKind::Int(n) => term::int(n.clone()),
            ExprKind::Bool(b) => term::bool(*b),
            ExprKind::Float(bits) => match e.ty {
                Type::Float(format) => term::float(format, *bits),
                Type::Int | Type::Machine(_) | Type::Bool | Type::Frac => self.missing(Missing::Value, e.ty),
                Type::Resource | Type::Array(_) | Type::Object(_) => self.missing(Missing::Value, e.ty),
                Type::Collection(..) | Type::Enum(_) | Type::Data(_) => self.missing(Missing::Value, e.ty),
            },
            ExprKind::Write => term::one(),
            ExprKind::NoAmount => term::zero(),
            ExprKind::Var(v) => self.variable(*v, e.node),
            ExprKind::Scalar(s) => self.cx.scalar(*s),
            ExprKind::Launch(v, axis) => self.cx.teams.var(*v, *axis),
            ExprKind::Result => self.env.result.clone().unwrap_or_else(|| self.missing(Missing::Result, e.ty)),
            ExprKind::Read(place) => self.read(place),
            ExprKind::Length(heap, dim) => {
                let length = self.cx.lengths_of(*heap).get(*dim).cloned();
                length.unwrap_or_else(|| self.missing(Missing::Heap(*heap), e.ty))
            }
            ExprKind::Null => null(),
            ExprKind::EnumConstant(number) => {
                let of = e.ty.enumeration();
                of.map_or_else(|| self.missing(Missing::Value, e.ty), |of| term::enum_constant(of, *number))
            }
            ExprKind::LengthOf(a) => {
                let array = self.eval(a);
                self.require(a.node, Need::NotNull(array.clone()));
                self.cx.length_of(array)
            }
            ExprKind::Unary(op, a) => self.unary(*op, a),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Cond(c, a, b) => {
                let c = self.eval(c);
                let then = self.under(c.clone(), |ev| ev.eval(a));
                let otherwise = self.under(term::not(c.clone()), |ev| ev.eval(b));
                term::ite(c, then, otherwise)
            }
            ExprKind::Quant(q) => self.quantifier(q),
            ExprKind::Reduce(r) => self.reduction(r, e.node),
            ExprKind::Describe(d) => self.description(d, e),
            ExprKind::At(Moment::Label(label), inner) => self.at_label(*label, inner),
            ExprKind::At(Moment::Start, inner) => {
                let now = std::mem::replace(&mut self.env.memory, self.env.old.clone());
                let was = self.moment.replace(Moment::Start);
                let value = self.eval(inner);
                self.moment = was;
                self.env.memory = now;
                value
            }
            ExprKind::Call(f, args) => self.call(*f, args, e.node, false),
            ExprKind::Reveal(call) => match &call.kind {
                ExprKind::Call(f, args) => self.call(*f, args, call.node, true),
                _ => self.missing(Missing::Value, e.ty),
            },
            ExprKind::Intrinsic(op, args) => self.intrinsic(*op, args, e),
            ExprKind::Collection(op, args) => self.collection(*op, args, e),
            // [`crate::reader`] reads permissions and `read`; the type checker rejects them elsewhere.
            ExprKind::ReadAmount | ExprKind::AtomicAmount | ExprKind::Perm(..) | ExprKind::PointsTo(..) => {
                self.missing(Missing::Value, e.ty)
            }
        }
    }

    /// The value of `\old[label](inner)`: memory and private variables have the values that they had at the label.
    /// Variables that quantifiers around it bind keep their values.
    fn at_label(&mut self, label: LabelId, inner: &Expr) -> Term {
        let Some(then) = self.env.marks.get(&label).cloned() else {
            return self.missing(Missing::Mark(label), inner.ty);
        };
        // A variable that was declared later than the label has an arbitrary value there.
        let mut then_memory = then.memory.clone();
        for heap in self.env.memory.keys().filter(|heap| !then.memory.contains_key(*heap)) {
            let values = self.cx.fresh_memory(*heap, self.cx.teams.innermost);
            let _ = then_memory.insert(*heap, values);
        }
        let memory = std::mem::replace(&mut self.env.memory, then_memory);
        let store = self.env.store.clone();
        // Iterators of parallel blocks never change.
        let is_bound = |value: &Term| value.as_app().is_some_and(|s| s.role() == Role::Bound);
        let stays = |v: VarId, value: &Term| is_bound(value) || self.cx.teams.is_iterator(v);
        self.env.store = store.iter().filter(|(v, value)| stays(**v, value)).map(|(v, t)| (*v, t.clone())).collect();
        for (v, value) in &then.store {
            let _ = self.env.store.insert(*v, value.clone());
        }
        let written = std::mem::replace(&mut self.env.written, then.written.clone());
        let was = self.moment.replace(Moment::Label(label));
        // The values at the label have no names that a report could show.
        let seen = self.seen.len();
        let value = self.eval(inner);
        self.seen.truncate(seen);
        self.moment = was;
        self.env.store = store;
        self.env.written = written;
        self.env.memory = memory;
        value
    }

    /// The value of an expression that should have one, and has none because of a mistake of the verifier.
    pub(crate) fn unknown_value(&self, e: &Expr) -> Term {
        self.missing(Missing::Value, e.ty)
    }

    /// Records the value of a part of a collection, for explaining counterexamples.
    pub(crate) fn see_part(&mut self, node: Node, value: &Term) {
        self.see(node, false, value, term::bool(true));
    }

    pub(crate) fn missing(&self, what: Missing, ty: Type) -> Term {
        self.cx.faults.arbitrary(what, Sort::of(ty))
    }

    fn variable(&mut self, v: VarId, node: Node) -> Term {
        let known = self.env.store.get(&v).cloned();
        if known.is_none() {
            let _ = self.env.written.insert(v, term::bool(false));
        }
        if let Some(condition) = self.env.written.get(&v).cloned() {
            self.require(node, Need::Written { variable: v, condition });
            if self.under.is_empty() {
                // What is evaluated behind this read may rely on the claim.
                let _ = self.env.written.remove(&v);
            }
        }
        if let Some(value) = known {
            return value;
        }
        // Threads may find different values.
        let (name, ty) = self.cx.variable(self.vars, v);
        let value = self.cx.fresh_private(name, ty, self.cx.teams.innermost);
        let _ = self.env.store.insert(v, value.clone());
        value
    }

    /// The index terms of a place.
    pub fn index(&mut self, place: &Place) -> Vec<Term> {
        place.index.iter().map(|i| self.eval(i)).collect()
    }

    fn read(&mut self, place: &Place) -> Term {
        let index = self.index(place);
        if !is_shared(&place.heap) {
            // A thread's own array needs no permission: no other thread can access it.
            self.require_own(place, &index);
            return self.value_at(place.heap, &index);
        }
        self.require_at(place, Need::Location { heap: place.heap, index: index.clone(), moment: self.moment });
        let value = self.value_at(place.heap, &index);
        self.see_place(place, &index, &value);
        value
    }

    /// The value of a location in the current memory.
    pub fn value_at(&mut self, heap: Heap, index: &[Term]) -> Term {
        let (reads, plain) = (&mut self.cx.reads, self.plain_reads);
        let read = |m: &Term| if plain { term::read(m, index) } else { reads.select(m, index) };
        let value = self.env.memory.get(&heap).map(read);
        value.unwrap_or_else(|| self.cx.faults.arbitrary(Missing::Heap(heap), Sort::INT))
    }

    fn unary(&mut self, op: UnaryOp, a: &Expr) -> Term {
        let value = self.eval(a);
        match (op, a.ty) {
            (UnaryOp::Not, _) => term::not(value),
            (UnaryOp::Neg, Type::Float(_)) => term::float_op(FloatOp::Neg, vec![value]),
            (UnaryOp::Neg, _) => term::neg(value),
            (UnaryOp::IntToFrac, _) => term::to_real(value),
        }
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Term {
        let left = self.eval(a);
        match op {
            BinaryOp::And | BinaryOp::Star => {
                let right = self.under(left.clone(), |ev| ev.eval(b));
                return term::and([left, right]);
            }
            BinaryOp::Or => {
                let right = self.under(term::not(left.clone()), |ev| ev.eval(b));
                return term::or([left, right]);
            }
            BinaryOp::Implies => {
                let right = self.under(left.clone(), |ev| ev.eval(b));
                return term::implies(left, right);
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::Frac
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Same
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => {}
        }
        let right = self.eval(b);
        if matches!(a.ty, Type::Float(_)) {
            let value = float_binary(op, left, right);
            return value.unwrap_or_else(|| self.missing(Missing::Value, a.ty));
        }
        match op {
            BinaryOp::Div | BinaryOp::Mod | BinaryOp::Frac => self.require(b.node, Need::NonZero(right.clone())),
            _ => {}
        }
        match op {
            BinaryOp::Add => term::add([left, right]),
            BinaryOp::Sub => term::sub(left, right),
            BinaryOp::Mul => term::mul(left, right),
            BinaryOp::Div if left.sort() == Sort::REAL => term::real_div(left, right),
            BinaryOp::Div => term::div(left, right),
            BinaryOp::Mod => term::modulo(left, right),
            BinaryOp::Frac => term::real_div(left, right),
            BinaryOp::Eq | BinaryOp::Same => term::eq(left, right),
            BinaryOp::Ne => term::ne(left, right),
            BinaryOp::Lt => term::lt(left, right),
            BinaryOp::Le => term::le(left, right),
            BinaryOp::Gt => term::lt(right, left),
            BinaryOp::Ge => term::le(right, left),
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Star => term::and([left, right]),
        }
    }

    /// Makes a fresh symbol for each bound variable. Expressions that are evaluated from now on mention these symbols.
    pub fn bind(&mut self, binders: &[VarId]) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        for b in binders {
            let (name, ty) = self.cx.variable(self.vars, *b);
            let symbol = self.cx.names.fresh(name, vec![], Sort::of(ty), Role::Bound);
            let _ = self.env.store.insert(*b, term::constant(&symbol));
            symbols.push(symbol);
        }
        symbols
    }

    fn quantifier(&mut self, q: &Quant) -> Term {
        let outer = self.env.store.clone();
        let before = self.seen.len();
        let binders = self.bind(&q.binders);
        let range = q.range.as_ref().map_or_else(|| term::bool(true), |r| self.eval(r));
        let (body, triggers) = self.under(range.clone(), |ev| {
            let body = ev.eval(&q.body);
            // A trigger repeats parts of the body, which are checked there.
            let (checked, seen) = (ev.requirements.len(), ev.seen.len());
            let triggers: Vec<Vec<Term>> =
                q.triggers.iter().map(|set| set.iter().map(|t| ev.eval(t)).collect()).collect();
            ev.requirements.truncate(checked);
            ev.seen.truncate(seen);
            (body, triggers)
        });
        self.env.store = outer;
        let (universal, matrix) = match q.kind {
            QuantKind::Forall | QuantKind::Star => (true, term::implies(range, body)),
            QuantKind::Exists => (false, term::and([range, body])),
        };
        // The requirements of the body keep the symbols with which it was evaluated, as free symbols for arbitrary
        // values. The quantifier itself binds copies of them.
        let (binders, by) = self.renamed(&binders);
        self.seen.iter_mut().skip(before).for_each(|s| s.substitute(&by));
        let go = |t: &Term| term::substitute(t, &by);
        let triggers: Vec<Vec<Term>> = triggers.iter().map(|set| set.iter().map(go).collect()).collect();
        term::quant(universal, binders, triggers, go(&matrix))
    }

    fn reduction(&mut self, r: &Reduce, node: Node) -> Term {
        let (lo, hi) = (self.eval(&r.lo), self.eval(&r.hi));
        if r.kind.needs_member() {
            self.require(node, Need::Member(term::lt(lo.clone(), hi.clone())));
        }
        let (outer, seen) = (self.env.store.clone(), self.seen.len());
        let index = self.bind(&[r.binder]);
        let plain = std::mem::replace(&mut self.plain_reads, true);
        let inside = |i: &Symbol| term::within(lo.clone(), term::constant(i), hi.clone());
        let body = self.under(term::and(index.iter().map(inside)), |ev| ev.eval(&r.body));
        self.plain_reads = plain;
        self.env.store = outer;
        // A part of the summand has no one value that explains anything.
        self.seen.truncate(seen);
        let Some(index) = index.first() else { return self.missing(Missing::Value, Type::Int) };
        let value = self.cx.reductions.apply(&mut self.cx.names, r.kind, index, (lo, hi), &body);
        let old = self.moment == Some(Moment::Start) && arrays(&r.body).iter().any(|a| self.cx.written.contains(a));
        self.see(node, old, &value, term::bool(true));
        value
    }

    /// Makes a copy of each symbol with which the body of a quantifier was evaluated, to be bound in its place, and the
    /// substitution by the copies. Requirements of the body mention the originals as free symbols, and no symbol may be
    /// free in one term and bound in another.
    pub fn renamed(&mut self, binders: &[Symbol]) -> (Vec<Symbol>, Substitution) {
        let mut by = Substitution::new();
        let mut new = Vec::new();
        for b in binders {
            let fresh = self.cx.names.fresh(b.shown(), vec![], b.sort(), Role::Bound);
            by.insert(b, term::constant(&fresh));
            new.push(fresh);
        }
        (new, by)
    }

    /// The value of a call. `revealed` says whether the body of an opaque function may be used here.
    fn call(&mut self, f: FnId, args: &[Expr], node: Node, revealed: bool) -> Term {
        let object = args.first().filter(|_| self.cx.program.function(f).is_some_and(Function::is_method));
        let args: Vec<Term> = args.iter().map(|a| self.eval(a)).collect();
        for (written, object) in object.iter().zip(&args) {
            self.require(written.node, Need::NotNull(object.clone()));
        }
        let memory = self.env.memory.clone();
        let (args_of_call, moment) = (args.clone(), self.moment);
        self.require(node, Need::Precondition { function: f, args: args_of_call, memory: memory.clone(), moment });
        let value = self.cx.functions.apply(&self.cx.faults, f, revealed, args, &memory);
        let old = self.moment == Some(Moment::Start)
            && self.cx.functions.reads(f).iter().any(|a| self.cx.written.contains(a));
        self.see(node, old, &value, term::bool(true));
        value
    }
}

/// The binders and triggers of a quantifier; `None` for other terms.
pub fn binding(t: &Term) -> Option<&Binding> {
    if let term::Op::Quant(b) = t.op() {
        Some(b)
    } else {
        None
    }
}
