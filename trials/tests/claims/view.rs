//! The facts that are true for one thread at one moment of a run.
//!
//! In: the history of a run. Out: an [`Interpretation`] for each thread and moment.

use crate::bridge::Interpretation;
use crate::history::{cell, made, Cells, History, Moment, Said};
use crate::inverse::{table, Inverse};
use crate::runs::Subject;
use interp::{ThreadId, Value};
use ir::{ArrayId, Kernel, Space};
use logic::obligation::Task;
use logic::term::{self, Role, Symbol};
use std::collections::BTreeMap;

/// The symbols of the arrays before the kernel.
pub fn initial(task: &Task, kernel: &Kernel) -> BTreeMap<u32, ArrayId> {
    let mut out = BTreeMap::new();
    let made = made(task);
    let mut all: Vec<Symbol> = task
        .obligations
        .iter()
        .flat_map(|o| o.hyps.iter().map(|h| &h.term).chain([&o.goal]))
        .flat_map(term::free_symbols)
        .collect();
    all.sort_by_key(Symbol::id);
    all.dedup();
    // The context makes the symbols of the initial memory first, in the order of the declarations.
    for (n, a) in kernel.arrays.iter().enumerate() {
        let first =
            all.iter().find(|s| s.role() == Role::Memory && s.shown() == a.name.name && !made.contains(&s.id()));
        let global =
            task.inputs.arrays.iter().find(|(array, _)| *array == ArrayId(n as u32)).and_then(|(_, t)| t.as_app());
        if a.space == Space::Global {
            if let Some(s) = global {
                let _ = out.insert(s.id(), ArrayId(n as u32));
            }
        } else if let Some(s) = first {
            let _ = out.insert(s.id(), ArrayId(n as u32));
        }
    }
    out
}

/// A run with the meaning of its symbols.
pub struct View<'v, 'p> {
    pub subject: &'v Subject<'p>,
    pub history: &'v History,
    pub dims: Vec<Vec<i64>>,
    pub sizes: (i64, i64),
    pub scalars: Vec<Value>,
    pub initial: BTreeMap<u32, ArrayId>,
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
                (Role::Memory, name) => {
                    self.memory(&mut w, s, name, thread, moment, ended);
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

    fn memory(
        &self,
        w: &mut Interpretation<'_>,
        s: &Symbol,
        name: &str,
        thread: ThreadId,
        moment: &Moment,
        ended: bool,
    ) {
        let declared = self.subject.kernel.arrays.iter().position(|a| a.name.name == name);
        let Some(a) = declared.map(|n| ArrayId(n as u32)) else { return };
        let local = self.subject.kernel.arrays.get(a.0 as usize).is_some_and(|d| d.space == Space::Local);
        let outside = self.subject.kernel.arrays.get(a.0 as usize).and_then(|d| Value::zero(d.elem));
        let params = s.params().len();
        let state = if self.initial.contains_key(&s.id()) {
            Some(&self.history.initial)
        } else if made(&self.subject.task).contains(&s.id()) {
            None
        } else if ended {
            Some(&self.history.last)
        } else {
            return;
        };
        if let Some(state) = state {
            // The symbol is a function of the group, or a constant.
            let own = if local { thread.group } else { 0 };
            let all: BTreeMap<u32, Cells> =
                state.iter().filter(|((b, _), _)| *b == a).map(|((_, g), c)| (*g, c.clone())).collect();
            let dims = self.dims(a);
            w.map(s, move |index| {
                let (group, index) = if params == 0 {
                    (own, index)
                } else {
                    (u32::try_from(*index.first()?).ok()?, index.get(params..)?)
                };
                element(dims.clone(), all.get(&group)?.clone(), outside.clone())(index)
            });
            return;
        }
        let groups = self.of_group();
        let group = i64::from(thread.group);
        if params == groups {
            if let Some(Said::Memory(a, cells)) = moment.sense.get(&s.id()) {
                let at = element(self.dims(*a), cells.clone(), outside);
                // Nothing is known about other groups at this moment.
                w.map(s, move |index| {
                    index.iter().take(groups).all(|g| *g == group).then(|| at(index.get(groups..)?))?
                });
            }
            return;
        }
        let all = self.of_threads(s, thread, moment);
        let dims = self.dims(a);
        w.map(s, move |index| {
            let (of_group, index) = index.split_at_checked(groups)?;
            let known = of_group.iter().all(|g| *g == group).then(|| all.get(index.first()?))?;
            let Some(Said::Memory(_, cells)) = known? else { return None };
            element(dims.clone(), cells.clone(), outside.clone())(index.get(1..)?)
        });
    }

    /// The number of a symbol's arguments that name the group in whose body, or in the body of whose thread, the symbol
    /// was introduced.
    fn of_group(&self) -> usize {
        usize::from(self.subject.kernel.mentions_groups())
    }

    fn private(&self, w: &mut Interpretation<'_>, s: &Symbol, thread: ThreadId, moment: &Moment) {
        let (groups, group) = (self.of_group(), i64::from(thread.group));
        if s.params().len() == groups {
            if let Some(Said::Private(Some(v))) = moment.sense.get(&s.id()).cloned() {
                match groups {
                    0 => w.set(s, v),
                    _ => w.map(s, move |index| (index.first() == Some(&group)).then(|| v.clone())),
                }
            }
            return;
        }
        if s.params().len() != groups + 1 || !made(&self.subject.task).contains(&s.id()) {
            return;
        }
        let all = self.of_threads(s, thread, moment);
        w.map(s, move |index| {
            let (of_group, index) = index.split_at_checked(groups)?;
            match of_group.iter().all(|g| *g == group).then(|| all.get(index.first()?))?? {
                Some(Said::Private(v)) => v.clone(),
                Some(Said::Memory(..)) | None => None,
            }
        });
    }

    /// The meaning of a symbol for each thread of the group. For another thread it is taken at the last moment in the
    /// same epoch.
    fn of_threads(&self, s: &Symbol, thread: ThreadId, moment: &Moment) -> BTreeMap<i64, Option<Said>> {
        let mut out = BTreeMap::new();
        for (u, moments) in self.history.moments.iter().filter(|(u, _)| u.group == thread.group) {
            let said = if *u == thread {
                moment.sense.get(&s.id()).cloned()
            } else {
                moments.iter().rev().find(|m| m.epoch == moment.epoch).and_then(|m| m.sense.get(&s.id()).cloned())
            };
            let _ = out.insert(i64::from(u.lid), said);
        }
        out
    }
}
