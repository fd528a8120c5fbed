//! The facts that are true for one thread at one moment of a run.
//!
//! In: the history of a run. Out: an [`Interpretation`] for each thread and moment.

use crate::bridge::{Interpretation, Map};
use crate::history::{cell, Cells, History, Memory, Moment, SymbolValue};
use crate::inverse::{table, Inverse};
use crate::runs::{symbols_of, Subject};
use interp::{ThreadId, Value};
use ir::{ArrayId, Heap, Kernel, Space};
use logic::obligation::Task;
use logic::term::{Meaning, Role, Symbol};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The symbols of the arrays before the kernel. `made` are the symbols whose values are decided during the run;
/// `of_group` is the number of arguments that name a group.
pub fn initial(task: &Task, kernel: &Kernel, made: &BTreeSet<u32>, of_group: usize) -> BTreeMap<u32, ArrayId> {
    let mut out = BTreeMap::new();
    let all = symbols_of(task);
    for (n, decl) in (0..).zip(&kernel.arrays) {
        let a = ArrayId(n);
        let params = if decl.space == Space::Local { of_group } else { 0 };
        let is_initial = |s: &&Symbol| {
            s.meaning() == Meaning::Values(Heap::Array(a)) && !made.contains(&s.id()) && s.params().len() == params
        };
        let input = task.inputs.arrays.iter().find(|(array, _)| *array == a).and_then(|(_, t)| t.as_app());
        // The symbol of the initial memory is made before that of memory at the end.
        if let Some(s) = input.or_else(|| all.iter().find(is_initial)) {
            let _ = out.insert(s.id(), a);
        }
    }
    out
}

/// A run with the values of its symbols.
pub struct View<'v, 'p> {
    pub subject: &'v Subject<'p>,
    pub history: &'v History,
    pub dims: Vec<Vec<i64>>,
    pub sizes: (i64, i64),
    pub scalars: Vec<Value>,
    pub inverses: Vec<Inverse>,
}

fn element(dims: Vec<i64>, cells: Cells, outside: Option<Value>) -> impl Fn(&[i64]) -> Option<Value> {
    move |index| {
        let inside = index.iter().zip(&dims).all(|(i, n)| 0 <= *i && i < n);
        // Outside of its bounds, every version of an array has the same elements.
        if inside {
            cell(&cells, &dims, index)
        } else {
            outside.clone()
        }
    }
}

impl View<'_, '_> {
    fn dims(&self, a: ArrayId) -> Vec<i64> {
        self.dims.get(a.0 as usize).cloned().unwrap_or_default()
    }

    /// The interpretation of the symbols for a thread at a moment.
    pub fn world(&self, thread: ThreadId, moment: &Moment, ended: bool, symbols: &[Symbol]) -> Interpretation<'_> {
        let mut w = Interpretation::new(self.subject.program, self.subject.kernel);
        let (gsize, ngroups) = self.sizes;
        let most = self.dims.iter().flatten().copied().filter(|n| *n < 40).max().unwrap_or(0);
        w.window = (-2, most.max(gsize * ngroups).max(3) + 1);
        w.sizes = self.sizes;
        w.scalars.clone_from(&self.scalars);
        let (lid, gid) = (i64::from(thread.lid), i64::from(thread.group));
        for s in symbols {
            let value = match (s.role(), s.shown()) {
                (Role::Launch, "lid") => lid,
                (Role::Launch, "tid") => gid * gsize + lid,
                (Role::Launch, "gid") => gid,
                (Role::Launch, "gid*gsize") => gid * gsize,
                (Role::Launch, "gsize") => gsize,
                (Role::Launch, "ngroups") => ngroups,
                (Role::Launch, "tcount") => gsize * ngroups,
                (Role::Scalar, name) => {
                    let n = self.subject.kernel.scalars.iter().position(|d| d.name.name == name);
                    if let Some(v) = n.and_then(|n| self.scalars.get(n)) {
                        w.set(s, v.clone());
                    }
                    continue;
                }
                (Role::Memory, _) => {
                    self.memory(&mut w, s, thread, moment, ended);
                    continue;
                }
                (Role::Private, _) => {
                    self.private(&mut w, s, thread, moment);
                    continue;
                }
                _ => continue,
            };
            w.set(s, value);
        }
        for i in &self.inverses {
            if symbols.iter().any(|s| s.id() == i.symbol) {
                table(&mut w, i);
            }
        }
        w
    }

    /// Gives a symbol for the values of an array its meaning.
    fn memory(&self, w: &mut Interpretation<'_>, s: &Symbol, thread: ThreadId, moment: &Moment, ended: bool) {
        if self.subject.made.contains(&s.id()) {
            self.made_memory(w, s, thread, moment);
        } else if self.subject.initial.contains_key(&s.id()) {
            self.given_memory(w, s, thread, &self.history.initial);
        } else if ended {
            self.given_memory(w, s, thread, &self.history.last);
        }
    }

    /// The value of the elements outside of the array that a symbol stands for.
    fn outside(&self, s: &Symbol) -> Option<Value> {
        let Meaning::Values(Heap::Array(a)) = s.meaning() else { return None };
        self.subject.kernel.arrays.get(a.0 as usize).and_then(|d| Value::zero(d.elem))
    }

    /// Memory before or after the run. The symbol is a function of the group, or a constant.
    fn given_memory(&self, w: &mut Interpretation<'_>, s: &Symbol, thread: ThreadId, state: &Memory) {
        let Meaning::Values(Heap::Array(a)) = s.meaning() else { return };
        let local = self.subject.kernel.arrays.get(a.0 as usize).is_some_and(|d| d.space == Space::Local);
        let own = if local { thread.group } else { 0 };
        let all: BTreeMap<u32, Cells> =
            state.iter().filter(|((b, _), _)| *b == a).map(|((_, g), c)| (*g, c.clone())).collect();
        let (dims, params, outside) = (self.dims(a), s.params().len(), self.outside(s));
        w.map(s, move |index| {
            let (group, index) =
                if params == 0 { (own, index) } else { (u32::try_from(*index.first()?).ok()?, index.get(params..)?) };
            element(dims.clone(), all.get(&group)?.clone(), outside.clone())(index)
        });
    }

    /// Memory as a thread saw it when it passed the part of the program that introduces the symbol.
    fn made_memory(&self, w: &mut Interpretation<'_>, s: &Symbol, thread: ThreadId, moment: &Moment) {
        let outside = self.outside(s);
        let (groups, group) = (self.subject.of_group, i64::from(thread.group));
        if s.params().len() == groups {
            if let Some(value) = moment.values.get(&s.id()) {
                let at = self.elements(value, outside);
                // Nothing is known about other groups at this moment.
                w.map(s, move |index| {
                    index.iter().take(groups).all(|g| *g == group).then(|| at(index.get(groups..)?))?
                });
            }
            return;
        }
        let all = self.of_threads(s, thread, moment);
        let all: BTreeMap<i64, _> =
            all.into_iter().filter_map(|(t, value)| Some((t, self.elements(&value?, outside.clone())))).collect();
        w.map(s, move |index| {
            let (of_group, index) = index.split_at_checked(groups)?;
            let known = of_group.iter().all(|g| *g == group).then(|| all.get(index.first()?))?;
            known?(index.get(1..)?)
        });
    }

    /// The elements of an array by their indices.
    fn elements(&self, value: &SymbolValue, outside: Option<Value>) -> Map {
        match value {
            SymbolValue::Array(a, cells) => Rc::new(element(self.dims(*a), cells.clone(), outside)),
            SymbolValue::Private(elements) => {
                let elements = elements.clone();
                Rc::new(move |index| elements.get(index).cloned())
            }
            SymbolValue::Variable(_) => Rc::new(|_| None),
        }
    }

    fn private(&self, w: &mut Interpretation<'_>, s: &Symbol, thread: ThreadId, moment: &Moment) {
        let (groups, group) = (self.subject.of_group, i64::from(thread.group));
        if s.params().len() == groups {
            if let Some(SymbolValue::Variable(Some(v))) = moment.values.get(&s.id()).cloned() {
                match groups {
                    0 => w.set(s, v),
                    _ => w.map(s, move |index| (index.first() == Some(&group)).then(|| v.clone())),
                }
            }
            return;
        }
        if s.params().len() != groups + 1 || !self.subject.made.contains(&s.id()) {
            return;
        }
        let all = self.of_threads(s, thread, moment);
        w.map(s, move |index| {
            let (of_group, index) = index.split_at_checked(groups)?;
            match of_group.iter().all(|g| *g == group).then(|| all.get(index.first()?))?? {
                Some(SymbolValue::Variable(v)) => v.clone(),
                Some(SymbolValue::Array(..) | SymbolValue::Private(_)) | None => None,
            }
        });
    }

    /// The value of a symbol for each thread of the group. For another thread it is taken at the last moment in the
    /// same epoch.
    fn of_threads(&self, s: &Symbol, thread: ThreadId, moment: &Moment) -> BTreeMap<i64, Option<SymbolValue>> {
        let mut out = BTreeMap::new();
        for (u, moments) in self.history.moments.iter().filter(|(u, _)| u.group == thread.group) {
            let value = if *u == thread {
                moment.values.get(&s.id()).cloned()
            } else {
                moments.iter().rev().find(|m| m.epoch == moment.epoch).and_then(|m| m.values.get(&s.id()).cloned())
            };
            let _ = out.insert(i64::from(u.lid), value);
        }
        out
    }
}
