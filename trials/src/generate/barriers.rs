//! Generates barriers: which permissions each thread has behind the barrier, and which values it knows.
//!
//! In: the state of the generator. Out: the state with a barrier added to the code.

use super::make::{
    add, and, assign, block, clause, declare, infix, int, name, perm, read, share, stmt, store, when, write,
};
use super::shape::{Map, Storage};
use super::state::{Amount, Held, Holding, State};
use super::values::is_uniform;
use ir::{BinaryOp, ClauseKind, Space};
use syntax::pvl::ast::{Clause, Expr, StmtKind, TypeKind};

/// The condition `element == value`, as the language writes it for this type.
pub fn equal(ty: TypeKind, element: Expr, value: Expr) -> Expr {
    let op = match ty {
        TypeKind::Float | TypeKind::Double => BinaryOp::Same,
        TypeKind::Int | TypeKind::Bool => BinaryOp::Eq,
        TypeKind::Frac(_) | TypeKind::Class(_) | TypeKind::Collection(..) => BinaryOp::Eq,
        TypeKind::Enum(_) | TypeKind::Data(_) | TypeKind::Generic(..) => BinaryOp::Eq,
    };
    infix(op, element, value)
}

impl State {
    /// The permission of a holding, and the condition that states the value there, if it is known.
    pub fn clauses_of(&self, held: &Held, holding: &Holding) -> (Expr, Option<Expr>) {
        let t = self.thread();
        let place = held.array.at(holding.map.slot(t.clone()));
        let guard = match (holding.map.guard(&t), holding.guard.clone()) {
            (Some(a), Some(b)) => Some(and(a, b)),
            (a, b) => a.or(b),
        };
        let amount = match &holding.amount {
            Amount::Write => write(),
            Amount::Share(e) => e.clone(),
        };
        let known = holding.value.clone().map(|v| when(guard.clone(), equal(held.array.elem, place.clone(), v)));
        (when(guard, perm(place, amount)), known)
    }

    /// Adds a barrier that moves permissions between threads, keeps them, or drops some.
    pub fn barrier(&mut self) {
        let before = self.work.clone();
        let mut contract: Vec<Clause> = Vec::new();
        for n in 0..self.work.len() {
            let Some(held) = self.work.get(n).cloned() else { continue };
            let moved = self.redistribute(&held);
            if let (Some(old), true) = (before.get(n), moved.is_some()) {
                let known = old.holdings.iter().filter_map(|h| self.clauses_of(old, h).1);
                contract.extend(known.map(|e| clause(ClauseKind::Requires, e)));
            }
            let stays = moved.is_none();
            let after = Held { holdings: moved.unwrap_or(held.holdings), ..held };
            for holding in &after.holdings {
                let (permission, known) = self.clauses_of(&after, holding);
                contract.push(clause(ClauseKind::Ensures, permission));
                // A thread that keeps a permission also keeps what it knows about the value there.
                if !stays {
                    contract.extend(known.into_iter().map(|e| clause(ClauseKind::Ensures, e)));
                }
            }
            if let Some(slot) = self.work.get_mut(n) {
                *slot = after;
            }
        }
        contract.iter().for_each(|c| self.note_reads(&c.expr));
        contract.sort_by_key(|c| c.kind != ClauseKind::Requires);
        let (global, local) = self.fences();
        let barrier = stmt(StmtKind::Barrier { global, local, of: None, opens: vec![], contract });
        self.body.push(barrier);
    }

    /// The memory that the barrier should fence, or, rarely, other memory.
    fn fences(&mut self) -> (bool, bool) {
        if self.rng.chance(8) {
            return (self.rng.chance(50), self.rng.chance(50));
        }
        let uses = |space: Space| self.work.iter().any(|held| held.array.space == space);
        let (global, local) = (uses(Space::Global), uses(Space::Local));
        if self.rng.chance(30) {
            (true, true)
        } else {
            (global, local)
        }
    }

    /// The new holdings of an array; `None` if every thread keeps its own.
    fn redistribute(&mut self, held: &Held) -> Option<Vec<Holding>> {
        if held.array.name == "out" || self.rng.chance(20) {
            return None;
        }
        let t = self.thread();
        // The holding by which the thread that knows the value in a slot can be computed from the slot.
        let source = held.holdings.iter().find(|h| h.map.thread(t.clone()).is_some() && h.guard.is_none());
        let source = source.cloned();
        let cell = held.array.storage == Storage::Cell;
        let single = held.holdings.first().cloned().filter(|_| cell);
        let value = |state: &Self, map: Map| -> Option<Expr> {
            if let Some(h) = &single {
                return h.value.clone();
            }
            let from = source.as_ref()?;
            let owner = from.map.thread(map.slot(t.clone()))?;
            Some(state.for_thread(from.value.as_ref()?, &owner)).filter(|v| !mentions_old(v))
        };
        if cell {
            let amount = if self.rng.chance(50) { read() } else { share(name("gsize")) };
            let v = value(self, Map::Zero);
            return Some(vec![Holding { map: Map::Zero, guard: None, amount: Amount::Share(amount), value: v }]);
        }
        if self.rng.chance(45) {
            let map = self.bijection();
            let v = value(self, map);
            return Some(vec![Holding { map, guard: None, amount: Amount::Write, value: v }]);
        }
        // The amounts are shares: each map gives each slot to at most one thread, or one slot to all threads.
        let mut maps = vec![self.rng.weighted((4, Map::Own), &[(1, Map::Reverse), (1, Map::Rotate(1))])];
        let more = self.rng.below(3);
        for _ in 0..more {
            let map = self.rng.weighted(
                (2, Map::Rotate(1)),
                &[
                    (2, Map::Next),
                    (2, Map::Previous),
                    (1, Map::Zero),
                    (1, Map::Last),
                    (1, Map::Reverse),
                    (1, Map::Rotate(-1)),
                ],
            );
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
        let k = maps.len() as i64;
        let as_read = self.rng.chance(35);
        let spread = maps.iter().any(|m| matches!(m, Map::Zero | Map::Last));
        let holdings = maps.into_iter().map(|map| {
            let all = matches!(map, Map::Zero | Map::Last);
            let amount = match (as_read, all) {
                (true, _) => read(),
                (false, true) => share(super::make::mul(int(k), name("gsize"))),
                (false, false) => share(int(if spread { k.max(2) } else { k.max(1) })),
            };
            let v = value(self, map);
            Holding { map, guard: None, amount: Amount::Share(amount), value: v }
        });
        Some(holdings.collect())
    }

    /// Adds a barrier under a condition that all threads of a group decide alike. The threads keep all permissions.
    pub fn barrier_under_condition(&mut self) {
        let contract = self.keep_all();
        let (global, local) = self.fences();
        let barrier = stmt(StmtKind::Barrier { global, local, of: None, opens: vec![], contract });
        let c = if self.rng.chance(10) { self.condition() } else { self.uniform_condition() };
        self.body.push(stmt(StmtKind::If(c, block(vec![barrier]), None)));
    }

    /// Clauses that give each thread back what it holds, as the postcondition of a barrier.
    fn keep_all(&self) -> Vec<Clause> {
        let all = self.work.iter().flat_map(|held| held.holdings.iter().map(move |h| self.clauses_of(held, h).0));
        all.map(|e| clause(ClauseKind::Ensures, e)).collect()
    }

    /// Adds a loop in which each thread reads its neighbour's element and writes its own, with two barriers per
    /// iteration.
    pub fn barrier_loop(&mut self) {
        let eligible = |held: &&Held| {
            let own = |h: &Holding| h.map == Map::Own && h.amount == Amount::Write && h.guard.is_none();
            let value = held.holdings.first().and_then(|h| h.value.as_ref());
            held.array.elem == TypeKind::Int
                && held.holdings.len() == 1
                && held.holdings.iter().all(own)
                && value.is_some_and(is_uniform)
        };
        let Some(n) = self.work.iter().position(|held| eligible(&held)) else { return };
        let Some(held) = self.work.get(n).cloned() else { return };
        let Some(start) = held.holdings.first().and_then(|h| h.value.clone()) else { return };
        let (t, ty) = (self.thread(), held.array.elem);
        let (i, v) = (self.fresh("i"), self.fresh("v"));
        let rounds = int(1 + self.rng.below(3) as i64);
        let now = add(start.clone(), name(&i));
        let own = held.array.at(t.clone());
        let map = self.rng.weighted((2, Map::Rotate(1)), &[(1, Map::Reverse), (1, Map::Rotate(-1))]);
        let other = held.array.at(map.slot(t.clone()));
        let rest: Vec<Expr> = self
            .work
            .iter()
            .enumerate()
            .filter(|(m, _)| *m != n)
            .flat_map(|(_, held)| held.holdings.iter().map(|h| self.clauses_of(held, h)).collect::<Vec<_>>())
            .flat_map(|(permission, known)| std::iter::once(permission).chain(known))
            .collect();
        let keep: Vec<Expr> = self
            .work
            .iter()
            .enumerate()
            .filter(|(m, _)| *m != n)
            .flat_map(|(_, held)| held.holdings.iter().map(|h| self.clauses_of(held, h).0).collect::<Vec<_>>())
            .collect();
        let ensures = |es: Vec<Expr>| es.into_iter().map(|e| clause(ClauseKind::Ensures, e)).collect::<Vec<_>>();
        let (global, local) = self.fences();
        let mut first = vec![clause(ClauseKind::Requires, equal(ty, own.clone(), now.clone()))];
        first.extend(ensures(keep.clone()));
        first.extend(ensures(vec![perm(other.clone(), read()), equal(ty, other.clone(), now.clone())]));
        let mut second = ensures(keep);
        second.extend(ensures(vec![perm(own.clone(), write())]));
        let mut invariants = vec![
            and(infix(BinaryOp::Le, int(0), name(&i)), infix(BinaryOp::Le, name(&i), rounds.clone())),
            perm(own.clone(), write()),
            equal(ty, own, now),
        ];
        invariants.extend(rest);
        invariants.clone().iter().for_each(|e| self.note_reads(e));
        self.body.push(declare(TypeKind::Int, &i, int(0)));
        self.body.push(declare(TypeKind::Int, &v, int(0)));
        let body = vec![
            stmt(StmtKind::Barrier { global, local, of: None, opens: vec![], contract: first }),
            assign(&v, other),
            stmt(StmtKind::Barrier { global, local, of: None, opens: vec![], contract: second }),
            store(&held.array.name, held.array.index(t), add(name(&v), int(1))),
            assign(&i, add(name(&i), int(1))),
        ];
        self.push_loop(invariants, &i, &rounds, body);
        let value = add(start, rounds);
        if let Some(h) = self.work.get_mut(n).and_then(|held| held.holdings.first_mut()) {
            h.value = Some(value);
        }
    }
}

/// Whether the value mentions memory at the start of the kernel, which another thread may not be allowed to read.
fn mentions_old(e: &Expr) -> bool {
    super::make::mentions(e, &|kind| matches!(kind, syntax::pvl::ast::ExprKind::Old(..)))
}
