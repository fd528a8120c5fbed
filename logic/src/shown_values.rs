//! The values that a report shows with an obligation: those of the launch and of variables, and of what the goal reads.
//!
//! In: a goal, and the state in which it should hold. Out: terms, each with its label and the condition under which it
//! has a value. Nothing here is part of a proof.

use crate::exec::Exec;
use crate::finding::{Label, Moment, Part, Shown};
use crate::need::Seen;
use crate::state::State;
use crate::term::{self, Meaning, Op, Role, Term};
use imbl::Vector;
use ir::{LaunchVar, ScalarId, VarId};

impl Exec<'_> {
    /// Reads and calls of a clause as values to show. `by` replaces variables that the clause binds. Values that
    /// mention other bound variables than those in `bound` are left out. `thread` is the number of the thread that the
    /// values belong to: 1 for the generic thread, 2 for a second one, 0 for no thread in particular.
    pub fn parts_of(&self, seen: &[Seen], by: &term::Substitution, bound: &[term::Symbol], thread: u8) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        for s in seen {
            let (value, when) = (term::substitute(&s.value, by), term::substitute(&s.when, by));
            let open = |t: &Term| term::free_symbols(t).iter().any(|a| a.role() == Role::Bound && !bound.contains(a));
            if open(&value) || open(&when) {
                continue;
            }
            let label = Label::Part { node: s.node, old: s.old };
            let same = |p: &&mut Part| p.shown.label == label && p.shown.term == value;
            match out.iter_mut().find(same) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown: Shown { label, term: value, thread }, when }),
            }
        }
        out
    }

    /// Reads and calls in a term as values to show, each with the condition under which it exists.
    pub fn values_of(&self, t: &Term, state: Option<&State>) -> Vec<Part> {
        let mut out: Vec<Part> = Vec::new();
        let inner = bound(t);
        let current = |s: &term::Symbol| {
            !matches!(s.role(), Role::Private | Role::Inverse(_))
                || state.is_none_or(|st| st.store.values().any(|v| v.as_app() == Some(s)))
        };
        let mut left = MAX_VISITED;
        visit(t, &mut vec![], &mut left, &mut |s, under| {
            let Some((label, exists)) = self.label(s, state) else { return };
            let symbols = term::free_symbols(s);
            // A variable's name means its current value, so older values cannot be shown by name.
            if !symbols.iter().all(|a| !inner.contains(a) && current(a)) {
                return;
            }
            let when = term::and(under.iter().cloned().chain([exists]));
            match out.iter_mut().find(|p| p.shown.term == *s) {
                Some(part) => part.when = term::or([part.when.clone(), when]),
                None => out.push(Part { shown: Shown { label, term: s.clone(), thread: 1 }, when }),
            }
        });
        out
    }

    /// The label of a value, and the condition under which the value exists.
    fn label(&self, s: &Term, state: Option<&State>) -> Option<(Label, Term)> {
        match (s.op(), s.as_app().map(term::Symbol::role), s.args()) {
            (Op::Select, _, [memory, index @ ..]) => {
                let symbol = memory.as_app()?;
                let Meaning::Values(heap) = symbol.meaning() else {
                    return Some((Label::Value { term: s.clone(), moment: Moment::Now }, term::bool(true)));
                };
                let initial = self.cx.initial_of(heap) == Some(symbol);
                let now = state.is_none_or(|st| st.memory.get(&heap) == Some(memory));
                let moment = if self.cx.written.contains(&heap) && initial {
                    Moment::Start
                } else if now {
                    Moment::Now
                } else {
                    self.since(memory)
                };
                Some((Label::Value { term: s.clone(), moment }, self.cx.in_bounds(heap, index)))
            }
            (_, Some(Role::Function(_) | Role::Reduction | Role::Description | Role::Skolem), _) => {
                Some((Label::Value { term: s.clone(), moment: Moment::Now }, term::bool(true)))
            }
            _ => None,
        }
    }

    /// The event since which memory had these values.
    fn since(&self, memory: &Term) -> Moment {
        let version = self.cx.versions.iter().find(|v| v.term == *memory);
        version.map_or(Moment::Unknown, |v| Moment::Since(v.event, v.node))
    }

    /// The sizes of the launch, the positions of the generic thread and the scalars, as values to show.
    fn launch_values(&self) -> Vec<Shown> {
        let teams = &self.cx.teams;
        use LaunchVar::{Gid, Gsize, Lid, Ngroups, Tcount, Tid};
        // Positions belong to the generic thread, which has the number 1, and sizes to no thread in particular, which
        // is 0. In a launch of one group, `gsize` and `tid` determine the other variables.
        let all = [(Gsize, 0), (Ngroups, 0), (Tcount, 0), (Gid, 1), (Lid, 1), (Tid, 1)];
        let informative = all.into_iter().filter(|(var, _)| teams.has_groups() || matches!(var, Gsize | Tid));
        let shown = |(var, thread): (LaunchVar, u8)| {
            let one = move |axis| Shown { label: Label::Launch(var, axis), term: teams.var(var, axis), thread };
            teams.dims.iter().filter_map(|d| d.axis).map(one)
        };
        let mut out: Vec<Shown> = informative.flat_map(shown).collect();
        let scalars = (0..).map(ScalarId).zip(&self.cx.scalars);
        out.extend(scalars.map(|(id, s)| Shown { label: Label::Scalar(id), term: term::constant(s), thread: 0 }));
        out
    }

    /// The values of the launch, and of the private variables in a state, as values to show. They are made again only
    /// if a variable has changed.
    pub(crate) fn values_at(&mut self, state: Option<&State>) -> Vector<Shown> {
        let store = state.map(|s| s.store.clone()).unwrap_or_default();
        if let Some((_, values)) = self.shown.as_ref().filter(|(of, _)| of.ptr_eq(&store)) {
            return values.clone();
        }
        let show = |(v, t): (&VarId, &Term)| Shown { label: Label::Variable(*v), term: t.clone(), thread: 1 };
        let values: Vector<Shown> = self.launch_values().into_iter().chain(store.iter().map(show)).collect();
        self.shown = Some((store, values.clone()));
        values
    }
}

/// The greatest number of subterms of one goal that are searched for values to show. A subterm that occurs several
/// times counts each time.
const MAX_VISITED: usize = 5_000;

/// Visits all subterms, each with the conditions of the `? :` and `==>` around it, until `left` visits were made.
fn visit(t: &Term, under: &mut Vec<Term>, left: &mut usize, f: &mut impl FnMut(&Term, &[Term])) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    f(t, under);
    let mut go = |s: &Term, condition: Option<Term>| {
        let depth = under.len();
        under.extend(condition);
        visit(s, under, left, f);
        under.truncate(depth);
    };
    match (t.op(), t.args()) {
        (Op::Ite, [c, a, b]) => {
            go(c, None);
            go(a, Some(c.clone()));
            go(b, Some(term::not(c.clone())));
        }
        (Op::Implies, [a, b]) => {
            go(a, None);
            go(b, Some(a.clone()));
        }
        (_, args) => args.iter().for_each(|a| go(a, None)),
    }
}

/// The symbols that quantifiers of the term bind.
fn bound(t: &Term) -> Vec<term::Symbol> {
    let mut out = Vec::new();
    term::for_each_subterm(t, &mut |s| {
        if let Op::Quant(b) = s.op() {
            out.extend(b.binders.iter().cloned());
        }
    });
    out
}
