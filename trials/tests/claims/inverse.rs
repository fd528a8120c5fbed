//! Inverses that are uninterpreted symbols: their laws, and tables that satisfy the laws.
//!
//! In: hypotheses. Out: the laws among them; and the meaning of the symbols in an interpretation.

use crate::bridge::{translate, Interpretation, Map, Meaning};
use interp::Value;
use logic::obligation::Task;
use logic::term::{self, Op, Role, Symbol, Term};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The law of an inverse without closed form, `∀ b. guard ⇒ inv(index(b)) = b`, for one binder.
pub struct Inverse {
    pub symbol: u32,
    pub binders: Vec<Symbol>,
    pub guard: Term,
    /// The arguments of the inverse: group, thread, location.
    pub args: Vec<Term>,
    /// The number of the binder.
    pub which: usize,
}

/// The laws of a task.
pub fn inverses(task: &Task) -> Vec<Inverse> {
    let hyps: Vec<Term> = task.obligations.iter().flat_map(|o| o.hyps.terms()).collect();
    laws_of(&hyps)
}

/// The laws among some hypotheses.
pub fn laws_of<'t>(hyps: impl IntoIterator<Item = &'t Term>) -> Vec<Inverse> {
    let mut out: Vec<Inverse> = Vec::new();
    for h in hyps {
        let mut t = h.clone();
        let mut under = vec![];
        while let (Op::Implies, [a, b]) = (t.op(), t.args()) {
            under.push(a.clone());
            t = b.clone();
        }
        let (Op::Quant(b), [body]) = (t.op(), t.args()) else { continue };
        let (guard, back) = match (body.op(), body.args()) {
            (Op::Implies, [g, back]) => (g.clone(), back.clone()),
            _ => (term::bool(true), body.clone()),
        };
        for eq in logic::invert::conjuncts(&back) {
            let (Op::Eq, [l, r]) = (eq.op(), eq.args()) else { continue };
            for (inv, x) in [(l, r), (r, l)] {
                let (Some(s), Some(v)) = (inv.as_app(), x.as_app()) else { continue };
                let Some(which) = b.binders.iter().position(|b| b == v) else { continue };
                if !matches!(s.role(), Role::Inverse(_))
                    || inv.args().is_empty()
                    || out.iter().any(|i| i.symbol == s.id())
                {
                    continue;
                }
                let (binders, args) = (b.binders.clone(), inv.args().to_vec());
                out.push(Inverse { symbol: s.id(), binders, guard: guard.clone(), args, which });
            }
        }
    }
    out
}

/// The meaning of an inverse for the interpretation's thread, computed from its law.
pub fn table(w: &mut Interpretation<'_>, i: &Inverse) {
    let (low, high) = w.window;
    let mut table: BTreeMap<Vec<i64>, i64> = BTreeMap::new();
    let mut tuple = vec![low; i.binders.len()];
    let guard = translate(w.program, &i.guard).ok();
    let args: Vec<_> = i.args.iter().map(|a| translate(w.program, a).ok()).collect();
    loop {
        for (b, n) in i.binders.iter().zip(&tuple) {
            w.set(b, *n);
        }
        if guard.as_ref().and_then(|g| w.truth(g)) == Some(true) {
            let at: Option<Vec<i64>> = args.iter().map(|a| w.value(a.as_ref()?)?.as_int()?.to_i64()).collect();
            if let (Some(at), Some(n)) = (at, tuple.get(i.which)) {
                let _ = table.entry(at).or_insert(*n);
            }
        }
        let Some(next) = tuple.iter().rposition(|n| *n < high) else { break };
        tuple[next] += 1;
        tuple.iter_mut().skip(next + 1).for_each(|n| *n = low);
    }
    for b in &i.binders {
        let _ = w.symbols.remove(&b.id());
    }
    let map: Map = Rc::new(move |index| Some(Value::from(table.get(index).copied().unwrap_or(0))));
    let _ = w.symbols.insert(i.symbol, Meaning::At(map));
}
