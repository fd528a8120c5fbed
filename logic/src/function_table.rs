//! The function symbols of pure functions: their parameters, and the arrays that they read.
//!
//! In: a program. Out: a symbol for each of its functions, and which functions call each other. A function that reads
//! memory has, behind its own parameters, a parameter for the values of each global array that the function or one that
//! it calls reads.

use crate::fault::{Faults, Missing};
use crate::syntactic;
use crate::term::{self, Names, Role, Sort, Symbol, Term};
use imbl::OrdMap;
use ir::{ArrayId, Expr, FnId, Function, Heap, Kernel, Program};
use std::collections::BTreeSet;

/// The symbols of all functions of a program, with arrays of one kernel as parameters.
#[derive(Clone, Debug, Default)]
pub struct FunctionTable {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    /// The symbol. Its parameters are those of the function, then the values of each array in `reads`.
    symbol: Symbol,
    /// Of an opaque function, the symbol for calls behind `reveal`, with the same parameters.
    revealed: Option<Symbol>,
    /// The arrays that the function reads, directly or through functions that it calls.
    reads: Vec<Heap>,
    /// See [`FunctionTable::component`].
    component: BTreeSet<FnId>,
}

impl FunctionTable {
    /// Symbols for every function of the program. Functions of other kernels have symbols, too, and are never called.
    pub fn new(program: &Program, kernel: Option<&Kernel>, names: &mut Names) -> Self {
        let ids = || (0..program.functions.len()).map(|n| FnId(n as u32));
        let direct: Vec<BTreeSet<FnId>> = program.functions.iter().map(callees).collect();
        let reach: Vec<BTreeSet<FnId>> = ids().map(|f| reachable(f, &direct)).collect();
        let entries = ids()
            .zip(&program.functions)
            .map(|(id, f)| {
                let empty = BTreeSet::new();
                let reached = reach.get(id.0 as usize).unwrap_or(&empty);
                let mut reads = own_reads(f);
                for g in reached {
                    reads.extend(program.functions.get(g.0 as usize).map(own_reads).unwrap_or_default());
                }
                let reads: Vec<Heap> = reads.into_iter().collect();
                let mut params: Vec<Sort> = f.vars.iter().take(f.params).map(|v| Sort::of(v.ty)).collect();
                params.extend(reads.iter().map(|a| array_sort(program, kernel, *a)));
                let mut symbol = |name: &str| names.fresh(name, params.clone(), Sort::of(f.ret), Role::Function(id));
                let revealed = f.opaque.then(|| symbol(&format!("reveal {}", f.name.name)));
                let symbol = symbol(&f.name.name);
                let back = |g: &FnId| reach.get(g.0 as usize).is_some_and(|r| r.contains(&id));
                let component = reached.iter().copied().filter(back).collect();
                Entry { symbol, revealed, reads, component }
            })
            .collect();
        Self { entries }
    }

    /// Takes the symbols of functions of the top level from another table of the same program. These functions read no
    /// memory.
    pub(crate) fn share(&mut self, program: &Program, other: &Self) {
        let all = self.entries.iter_mut().zip(&other.entries).zip(&program.functions);
        for ((mine, theirs), _) in all.filter(|(_, function)| function.kernel.is_none()) {
            mine.symbol = theirs.symbol.clone();
            mine.revealed = theirs.revealed.clone();
        }
    }

    fn entry(&self, f: FnId) -> Option<&Entry> {
        self.entries.get(f.0 as usize)
    }

    /// The symbol of a function.
    pub fn symbol(&self, f: FnId) -> Option<&Symbol> {
        self.entry(f).map(|e| &e.symbol)
    }

    /// Of an opaque function, the symbol for calls behind `reveal`.
    pub fn revealed(&self, f: FnId) -> Option<&Symbol> {
        self.entry(f)?.revealed.as_ref()
    }

    /// The arrays that the function reads, directly or through functions that it calls.
    pub fn reads(&self, f: FnId) -> &[Heap] {
        self.entry(f).map_or(&[], |e| &e.reads)
    }

    /// The functions that the function calls, directly or through others, and that call it back. It contains the
    /// function itself if that is recursive.
    pub fn component(&self, f: FnId) -> BTreeSet<FnId> {
        self.entry(f).map(|e| e.component.clone()).unwrap_or_default()
    }

    /// Whether each function among those that call the function back, and it itself, has a measure if its body calls
    /// one of them.
    pub fn is_measured(&self, program: &Program, f: FnId) -> bool {
        let component = self.component(f);
        component.iter().filter_map(|g| program.function(*g)).all(|g| {
            let calls = || g.body.iter().flat_map(syntactic::calls).any(|called| component.contains(&called));
            !g.decreases.is_empty() || !calls()
        })
    }

    /// The term of a call in a state of memory. `revealed` says whether the call stands behind `reveal`.
    pub fn apply(
        &self,
        faults: &Faults,
        f: FnId,
        revealed: bool,
        mut args: Vec<Term>,
        memory: &OrdMap<Heap, Term>,
    ) -> Term {
        let Some(entry) = self.entry(f) else { return faults.arbitrary(Missing::Function(f), Sort::INT) };
        for a in &entry.reads {
            let Some(values) = memory.get(a) else {
                return faults.arbitrary(Missing::Heap(*a), entry.symbol.sort());
            };
            args.push(values.clone());
        }
        term::app(entry.revealed.as_ref().filter(|_| revealed).unwrap_or(&entry.symbol), args)
    }
}

/// The sort of the values of a heap of the kernel.
pub(crate) fn array_sort(program: &Program, kernel: Option<&Kernel>, a: Heap) -> Sort {
    let decl = match a {
        Heap::Array(ArrayId(n)) => kernel.and_then(|k| k.arrays.get(n as usize)),
        Heap::Private(_) => None,
        Heap::Elements(elem) => return Sort::int_array(2, Sort::of(elem)),
        Heap::Field(f) => return Sort::int_array(1, program.field(f).map_or(Sort::INT, |field| Sort::of(field.ty))),
    };
    Sort::int_array(decl.map_or(1, |d| d.dims.len()), decl.map_or(Sort::INT, |d| Sort::of(d.elem)))
}

/// The clauses, the measure and the body of a function.
fn expressions(f: &Function) -> impl Iterator<Item = &Expr> {
    f.contract.clauses.iter().map(|c| &c.expr).chain(&f.decreases).chain(&f.body)
}

/// The functions that the function calls directly.
pub(crate) fn callees(f: &Function) -> BTreeSet<FnId> {
    expressions(f).flat_map(syntactic::calls).collect()
}

/// The arrays that the function reads directly.
fn own_reads(f: &Function) -> BTreeSet<Heap> {
    expressions(f).flat_map(syntactic::arrays).collect()
}

/// The functions that are called from `from`, directly or through others. `direct` lists for each function those that
/// it calls directly.
pub(crate) fn reachable(from: FnId, direct: &[BTreeSet<FnId>]) -> BTreeSet<FnId> {
    let mut out = BTreeSet::new();
    let mut todo: Vec<FnId> = direct.get(from.0 as usize).into_iter().flatten().copied().collect();
    while let Some(f) = todo.pop() {
        if out.insert(f) {
            todo.extend(direct.get(f.0 as usize).into_iter().flatten().copied());
        }
    }
    out
}
