//! Generates statements without barriers: stores, private variables, branches and loops.
//!
//! In: the state of the generator. Out: the state with statements added to the code.

use super::make::{
    add, assign, between, block, clause, cond, declare, declare_only, infix, int, mul, name, perm, quant, stmt, store,
    write,
};
use super::shape::Map;
use super::state::{Amount, State};
use super::values::{initial, is_uniform};
use ir::{BinaryOp, ClauseKind, QuantKind};
use syntax::pvl::ast::{Expr, StmtKind, TypeKind};

impl State {
    /// Adds a statement of the thread that involves no other thread.
    pub fn step(&mut self) {
        match self.rng.below(10) {
            0 => self.declare_private(),
            1 => self.sum_loop(),
            2 => self.update_loop(),
            _ => self.store_somewhere(),
        }
    }

    /// `int v := …;`
    fn declare_private(&mut self) {
        let (code, value) = self.value(TypeKind::Int, 1);
        let uniform = is_uniform(&value);
        let variable = self.fresh("v");
        match self.rng.below(6) {
            0 => self.write_in_branches(&variable, code),
            // An invariant could not read memory without permission.
            1 if uniform => self.write_in_loop(&variable, value.clone()),
            _ => self.body.push(declare(TypeKind::Int, &variable, code)),
        }
        self.privates.push((variable, value, uniform));
    }

    /// `int v; if (…) { v := …; } else { v := …; }`
    fn write_in_branches(&mut self, variable: &str, value: Expr) {
        self.body.push(declare_only(TypeKind::Int, variable));
        let condition = infix(BinaryOp::Lt, self.thread(), int(1 + self.rng.below(2) as i64));
        let write = block(vec![assign(variable, value)]);
        self.body.push(stmt(StmtKind::If(condition, write.clone(), Some(write))));
    }

    /// Adds a loop that writes the variable in each iteration. The variable has no value if there is none.
    fn write_in_loop(&mut self, variable: &str, value: Expr) {
        let i = self.fresh("i");
        let rounds = self.rounds();
        self.body.push(declare_only(TypeKind::Int, variable));
        self.body.push(declare(TypeKind::Int, &i, int(0)));
        let written = infix(BinaryOp::Implies, infix(BinaryOp::Lt, int(0), name(&i)), equal(variable, &value));
        let invariants = vec![and_bounds(&i, &rounds), written];
        invariants.iter().for_each(|e| self.note_reads(e));
        let body = vec![assign(variable, value), assign(&i, add(name(&i), int(1)))];
        self.push_loop(invariants, &i, &rounds, body);
    }

    /// An array and a holding of it that may be written, by their indices.
    fn writable(&mut self) -> Option<(usize, usize)> {
        let mut found = Vec::new();
        for (n, held) in self.work.iter().enumerate() {
            let holdings = held.holdings.iter().enumerate().filter(|(_, h)| h.amount == Amount::Write);
            found.extend(holdings.map(|(m, _)| (n, m)));
        }
        self.rng.pick(&found).copied()
    }

    fn set(&mut self, (n, m): (usize, usize), value: Option<Expr>) {
        if let Some(holding) = self.work.get_mut(n).and_then(|held| held.holdings.get_mut(m)) {
            holding.value = value;
        }
    }

    /// Adds a store to an element that the thread holds, sometimes under a condition.
    fn store_somewhere(&mut self) {
        let Some(at) = self.writable() else { return };
        self.store_at(at);
    }

    /// Adds a store to the element of this holding.
    pub fn store_at(&mut self, at: (usize, usize)) {
        let t = self.thread();
        let Some(held) = self.work.get(at.0).cloned() else { return };
        let Some(holding) = held.holdings.get(at.1).cloned() else { return };
        let index = held.array.index(holding.map.slot(t.clone()));
        let elem = held.array.elem;
        let put = |e: Expr| store(&held.array.name, index.clone(), e);
        if let Some(guard) = holding.guard {
            // The value of the element must mean the same to every thread.
            let (_, value) = self.value(elem, 1);
            let value =
                if is_uniform(&value) { value } else { self.scalars.first().map_or_else(|| int(7), |n| name(n)) };
            let value = if elem == TypeKind::Int { value } else { return };
            self.body.push(stmt(StmtKind::If(guard, block(vec![put(value.clone())]), None)));
            return self.set(at, Some(value));
        }
        let (code, value) = self.value(elem, 2);
        let before = holding.value.unwrap_or_else(|| initial(&held.array.at(holding.map.slot(t))));
        match self.rng.below(6) {
            0 => {
                let c = self.condition();
                let (other, other_value) = self.value(elem, 1);
                let kind = StmtKind::If(c.clone(), block(vec![put(code)]), Some(block(vec![put(other)])));
                self.body.push(stmt(kind));
                self.set(at, Some(cond(c, value, other_value)));
            }
            1 => {
                let c = self.condition();
                self.body.push(stmt(StmtKind::If(c.clone(), block(vec![put(code)]), None)));
                self.set(at, Some(cond(c, value, before)));
            }
            _ => {
                self.body.push(put(code));
                self.set(at, Some(value));
            }
        }
    }

    /// The number of iterations of a loop: an expression that is not negative.
    fn rounds(&mut self) -> Expr {
        if self.scalars.contains(&"n") && self.rng.chance(50) {
            let bound = clause(ClauseKind::Requires, infix(BinaryOp::Ge, name("n"), int(0)));
            if !self.launch.contains(&bound) {
                self.launch.push(bound);
            }
            return name("n");
        }
        int(1 + self.rng.below(3) as i64)
    }

    /// Adds a loop after which `v` has the value `rounds * e`.
    fn sum_loop(&mut self) {
        let (v, i) = (self.fresh("v"), self.fresh("i"));
        let (_, e) = self.value(TypeKind::Int, 1);
        let rounds = self.rounds();
        let e = if is_uniform(&e) { e } else { self.thread() };
        self.body.push(declare(TypeKind::Int, &v, int(0)));
        self.body.push(declare(TypeKind::Int, &i, int(0)));
        let counted = and_bounds(&i, &rounds);
        let so_far = infix(BinaryOp::Eq, name(&v), product(&i, &e));
        let body = vec![assign(&v, add(name(&v), e.clone())), assign(&i, add(name(&i), int(1)))];
        self.push_loop(vec![counted, so_far], &i, &rounds, body);
        let value = mul(rounds, e);
        let uniform = is_uniform(&value);
        self.privates.push((v, value, uniform));
    }

    /// Adds a loop that increases an element by a constant in each iteration.
    fn update_loop(&mut self) {
        let Some(at) = self.writable() else { return };
        let Some(held) = self.work.get(at.0).cloned() else { return };
        let Some(holding) = held.holdings.get(at.1).cloned() else { return };
        let (None, Some(value), TypeKind::Int) = (&holding.guard, &holding.value, held.array.elem) else { return };
        let by = int(1 + self.rng.below(3) as i64);
        let place = held.array.at(holding.map.slot(self.thread()));
        let index = held.array.index(holding.map.slot(self.thread()));
        let rounds = self.rounds();
        let i = self.fresh("i");
        self.body.push(declare(TypeKind::Int, &i, int(0)));
        let counted = and_bounds(&i, &rounds);
        let grown = |n: Expr| add(value.clone(), mul(by.clone(), n));
        let invariants =
            vec![counted, perm(place.clone(), write()), infix(BinaryOp::Eq, place.clone(), grown(name(&i)))];
        let reads: Vec<Expr> = invariants.clone();
        reads.iter().for_each(|e| self.note_reads(e));
        let body = vec![store(&held.array.name, index, add(place, by.clone())), assign(&i, add(name(&i), int(1)))];
        self.push_loop(invariants, &i, &rounds, body);
        self.set(at, Some(grown(rounds)));
    }

    /// `while (i < rounds) { … }`
    pub fn push_loop(&mut self, invariants: Vec<Expr>, i: &str, rounds: &Expr, body: Vec<syntax::pvl::ast::Stmt>) {
        let invariants = invariants.into_iter().map(|e| clause(ClauseKind::Invariant, e)).collect();
        let guard = infix(BinaryOp::Lt, name(i), rounds.clone());
        self.body.push(stmt(StmtKind::While { invariants, guard, body: block(body) }));
    }

    /// Adds a loop in which each thread fills the elements that belong to it, in an array with several elements per
    /// thread.
    pub fn fill_block(&mut self, array: &str, k: i64, cyclic: bool) -> (Expr, Expr) {
        let t = name("tid");
        let size = name(if self.groups { "tcount" } else { "gsize" });
        let place = |j: Expr| match cyclic {
            true => vec![add(mul(j, size.clone()), t.clone())],
            false => vec![add(mul(int(k), t.clone()), j)],
        };
        let plus = self.rng.chance(60);
        let value = |j: Expr| if plus { add(t.clone(), j) } else { mul(int(2), j) };
        let element = |j: Expr| super::make::element(array, place(j));
        let i = self.fresh("i");
        let range = |hi: Expr| between(int(0), &name("j"), hi);
        let held = quant(QuantKind::Star, "j", range(int(k)), perm(element(name("j")), write()));
        let filled = |hi: Expr| {
            quant(QuantKind::Forall, "j", range(hi), infix(BinaryOp::Eq, element(name("j")), value(name("j"))))
        };
        self.body.push(declare(TypeKind::Int, &i, int(0)));
        let invariants = vec![and_bounds(&i, &int(k)), held.clone(), filled(name(&i))];
        let body = vec![store(array, place(name(&i)), value(name(&i))), assign(&i, add(name(&i), int(1)))];
        self.push_loop(invariants, &i, &int(k), body);
        (held, filled(int(k)))
    }

    /// A random bijection between threads and slots, for the start or the end of an array's permissions.
    pub fn bijection(&mut self) -> Map {
        self.rng.weighted(
            (5, Map::Own),
            &[(2, Map::Reverse), (2, Map::Rotate(1)), (1, Map::Rotate(-1)), (1, Map::Rotate(2))],
        )
    }
}

/// `0 <= i && i <= rounds`
fn and_bounds(i: &str, rounds: &Expr) -> Expr {
    super::make::and(infix(BinaryOp::Le, int(0), name(i)), infix(BinaryOp::Le, name(i), rounds.clone()))
}

/// `v == e`
fn equal(variable: &str, e: &Expr) -> Expr {
    infix(BinaryOp::Eq, name(variable), e.clone())
}

/// `i * e`
fn product(i: &str, e: &Expr) -> Expr {
    mul(name(i), e.clone())
}
