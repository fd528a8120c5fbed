//! Generates values: each as an expression for code, and as an expression for specifications.
//!
//! In: the state of the generator. Out: two equal expressions. The second one reads no memory except the input.

use super::make::{add, between, call, cond, float, infix, int, mentions, mul, name, old, sub};
use super::shape::Map;
use super::state::State;
use crate::tree::parts;
use ir::BinaryOp;
use syntax::pvl::ast::{Expr, ExprKind, TypeKind};

/// A value: the expression for code, and the one for specifications.
pub type Pair = (Expr, Expr);

impl State {
    /// A random value of a type; `depth` bounds the size of the expression.
    pub fn value(&mut self, ty: TypeKind, depth: usize) -> Pair {
        match ty {
            TypeKind::Bool => {
                let c = self.condition();
                (c.clone(), c)
            }
            // The code of kernels has no objects, no collections and no fractions.
            TypeKind::Int | TypeKind::Frac(_) | TypeKind::Class(_) | TypeKind::Collection(..) => self.integer(depth),
            TypeKind::Enum(_) | TypeKind::Data(_) | TypeKind::Generic(..) => self.integer(depth),
            TypeKind::Float | TypeKind::Double => self.float(depth),
        }
    }

    fn integer(&mut self, depth: usize) -> Pair {
        let same = |e: Expr| (e.clone(), e);
        if depth == 0 || self.rng.chance(25) {
            return match self.rng.below(10) {
                0 | 1 => same(int(self.rng.below(4) as i64)),
                2 | 3 => self.scalar().map_or_else(|| same(self.thread()), |n| same(name(n))),
                4 if self.groups => same(name(if self.rng.chance(50) { "gid" } else { "tid" })),
                5 | 6 => self.load(TypeKind::Int).unwrap_or_else(|| same(self.thread())),
                7 => self.private().unwrap_or_else(|| same(self.thread())),
                _ => same(self.thread()),
            };
        }
        let (a, va) = self.integer(depth - 1);
        match self.rng.below(9) {
            0..=2 => {
                let (b, vb) = self.integer(depth - 1);
                (add(a, b), add(va, vb))
            }
            3 => {
                let (b, vb) = self.integer(0);
                (sub(a, b), sub(va, vb))
            }
            4 => {
                let k = int(2 + self.rng.below(2) as i64);
                (mul(k.clone(), a), mul(k, va))
            }
            5 => {
                let k = int(2 + self.rng.below(2) as i64);
                let op = if self.rng.chance(50) { BinaryOp::Mod } else { BinaryOp::Div };
                (infix(op, a, k.clone()), infix(op, va, k))
            }
            6 => {
                let c = self.condition();
                let (b, vb) = self.integer(0);
                (cond(c.clone(), a, b), cond(c, va, vb))
            }
            7 => match self.functions.first() {
                Some(f) => (call(f, vec![a]), call(f, vec![va])),
                None => (a, va),
            },
            _ => self.load(TypeKind::Int).unwrap_or((a, va)),
        }
    }

    fn float(&mut self, depth: usize) -> Pair {
        if depth == 0 || self.rng.chance(25) {
            let literal = float(self.rng.weighted((1, "0.5"), &[(1, "1.0"), (1, "2.0"), (1, "0.0"), (1, "3.25")]));
            let plain = (literal.clone(), literal);
            return if self.rng.chance(60) { self.load(TypeKind::Float).unwrap_or(plain) } else { plain };
        }
        let (a, va) = self.float(depth - 1);
        let (b, vb) = self.float(0);
        let op = self.rng.weighted((1, BinaryOp::Add), &[(1, BinaryOp::Mul), (1, BinaryOp::Sub)]);
        (infix(op, a, b), infix(op, va, vb))
    }

    fn scalar(&mut self) -> Option<&'static str> {
        self.rng.pick(&self.scalars).copied()
    }

    fn private(&mut self) -> Option<Pair> {
        let (variable, value, uniform) = self.rng.pick(&self.privates)?.clone();
        // A variable that is the same in all threads may be named where a specification is about another thread.
        let specified = if uniform && self.rng.chance(30) { name(&variable) } else { value };
        Some((name(&variable), specified))
    }

    /// A read of an element that the thread holds, or of an element of the input.
    fn load(&mut self, ty: TypeKind) -> Option<Pair> {
        let t = self.thread();
        let mut found: Vec<Pair> = Vec::new();
        for held in self.work.iter().filter(|held| held.array.elem == ty) {
            for holding in held.holdings.iter().filter(|h| h.guard.is_none()) {
                let Some(value) = &holding.value else { continue };
                let read = held.array.at(holding.map.slot(t.clone()));
                match holding.map.guard(&t) {
                    None => found.push((read, value.clone())),
                    Some(guard) if ty == TypeKind::Int => {
                        found.push((cond(guard.clone(), read, int(0)), cond(guard, value.clone(), int(0))));
                    }
                    Some(_) => {}
                }
            }
        }
        if let Some(input) = self.input.clone().filter(|input| input.elem == ty) {
            let map = self.rng.weighted((6, Map::Own), &[(1, Map::Reverse), (1, Map::Rotate(1))]);
            let read = input.at(map.slot(t));
            found.push((read.clone(), read));
        }
        let pair = self.rng.pick(&found)?.clone();
        self.note_reads(&pair.1);
        Some(pair)
    }

    /// Records the elements of the input that a specification reads.
    pub fn note_reads(&mut self, e: &Expr) {
        let Some(input) = self.input.as_ref().map(|input| input.name.clone()) else { return };
        let mut found = Vec::new();
        collect(e, &input, &mut found);
        for read in found {
            if !self.reads.contains(&read) {
                self.reads.push(read);
            }
        }
    }

    /// A condition on the thread and the launch.
    pub fn condition(&mut self) -> Expr {
        let t = self.thread();
        let last = sub(name("gsize"), int(1));
        let n = self.scalar().map_or_else(|| int(2), name);
        match self.rng.below(8) {
            0 => infix(BinaryOp::Eq, t, int(0)),
            1 => infix(BinaryOp::Eq, infix(BinaryOp::Mod, t, int(2)), int(0)),
            2 => infix(BinaryOp::Lt, t, n),
            3 => infix(BinaryOp::Eq, t, last),
            4 => between(int(0), &n, name("gsize")),
            5 => infix(BinaryOp::Ge, t, int(1)),
            6 if self.groups => infix(BinaryOp::Eq, name("gid"), int(0)),
            _ => infix(BinaryOp::Gt, n, int(1)),
        }
    }

    /// A condition that all threads of a group decide in the same way.
    pub fn uniform_condition(&mut self) -> Expr {
        let n = self.scalar().map_or_else(|| name("gsize"), name);
        match self.rng.below(5) {
            0 if self.groups => infix(BinaryOp::Eq, infix(BinaryOp::Mod, name("gid"), int(2)), int(0)),
            // This condition is always true, although it mentions the thread.
            1 => infix(BinaryOp::Lt, self.thread(), name("gsize")),
            2 => infix(BinaryOp::Eq, infix(BinaryOp::Mod, n, int(2)), int(0)),
            _ => infix(BinaryOp::Gt, n, int(1)),
        }
    }
}

/// Collects the elements of `array` that `e` reads.
fn collect(e: &Expr, array: &str, out: &mut Vec<Expr>) {
    match &e.kind {
        ExprKind::Index(a, _) if a.text == array => out.push(e.clone()),
        _ => parts(e).into_iter().for_each(|part| collect(part, array, out)),
    }
}

/// Whether a value is the same in all threads of a group.
pub fn is_uniform(e: &Expr) -> bool {
    !mentions(e, &|kind| match kind {
        ExprKind::Name(n) => matches!(n.as_str(), "tid" | "lid") || n.starts_with('v'),
        ExprKind::Index(..) => true,
        _ => false,
    })
}

/// The value of an element when the kernel started.
pub fn initial(element: &Expr) -> Expr {
    old(element.clone())
}
