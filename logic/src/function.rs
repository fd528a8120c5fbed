//! Pure functions: symbols, preconditions at a call, definitions.
//!
//! A function that reads memory takes, behind its parameters, the values of each global array that it or a function it
//! calls reads. So `f(x)` in two states is the same term applied to two array values, and equal where the values agree
//! on the footprint that its `requires` names ([`Definition::footprint`]).

use crate::assertion::{self, Assertion};
use crate::chunk::Chunk;
use crate::context::Context;
use crate::eval::{Env, Evaluator};
use crate::fault::{Faults, Missing};
use crate::obligation::Definition;
use crate::syntactic;
use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use imbl::OrdMap;
use ir::{ArrayId, Expr, FnId, Function, Heap, Kernel, Program, VarId};
use std::collections::BTreeSet;

/// Symbols of all functions that one kernel may call.
#[derive(Clone, Debug, Default)]
pub struct FunctionTable {
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    symbol: Symbol,
    reads: Vec<Heap>,
    component: BTreeSet<FnId>,
}

impl FunctionTable {
    /// Symbols for every function of the program; those of other kernels are never called.
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
                params.extend(reads.iter().map(|a| array_sort(kernel, *a)));
                let symbol = names.fresh(&f.name.name, params, Sort::of(f.ret), Role::Function(id));
                let back = |g: &FnId| reach.get(g.0 as usize).is_some_and(|r| r.contains(&id));
                let component = reached.iter().copied().filter(back).collect();
                Entry { symbol, reads, component }
            })
            .collect();
        Self { entries }
    }

    fn entry(&self, f: FnId) -> Option<&Entry> {
        self.entries.get(f.0 as usize)
    }

    /// The symbol of a function.
    pub fn symbol(&self, f: FnId) -> Option<&Symbol> {
        self.entry(f).map(|e| &e.symbol)
    }

    /// Arrays that the function reads, itself or through others.
    pub fn reads(&self, f: FnId) -> &[Heap] {
        self.entry(f).map_or(&[], |e| &e.reads)
    }

    /// Functions that it calls and that call it back; contains itself if it is recursive.
    pub fn component(&self, f: FnId) -> BTreeSet<FnId> {
        self.entry(f).map(|e| e.component.clone()).unwrap_or_default()
    }

    /// The value of a call in a state.
    pub fn apply(&self, faults: &Faults, f: FnId, mut args: Vec<Term>, memory: &OrdMap<Heap, Term>) -> Term {
        let Some(entry) = self.entry(f) else { return faults.arbitrary(Missing::Function(f), Sort::INT) };
        for a in &entry.reads {
            let Some(values) = memory.get(a) else {
                return faults.arbitrary(Missing::Heap(*a), entry.symbol.sort());
            };
            args.push(values.clone());
        }
        term::app(&entry.symbol, args)
    }
}

fn array_sort(kernel: Option<&Kernel>, a: Heap) -> Sort {
    let decl = match a {
        Heap::Array(ArrayId(n)) => kernel.and_then(|k| k.arrays.get(n as usize)),
        Heap::Private(_) => None,
    };
    Sort::int_array(decl.map_or(1, |d| d.dims.len()), decl.map_or(Sort::INT, |d| Sort::of(d.elem)))
}

fn expressions(f: &Function) -> impl Iterator<Item = &Expr> {
    f.contract.clauses.iter().map(|c| &c.expr).chain(&f.decreases).chain(&f.body)
}

fn callees(f: &Function) -> BTreeSet<FnId> {
    expressions(f).flat_map(syntactic::calls).collect()
}

fn own_reads(f: &Function) -> BTreeSet<Heap> {
    expressions(f).flat_map(syntactic::arrays).collect()
}

fn reachable(from: FnId, direct: &[BTreeSet<FnId>]) -> BTreeSet<FnId> {
    let mut out = BTreeSet::new();
    let mut todo: Vec<FnId> = direct.get(from.0 as usize).into_iter().flatten().copied().collect();
    while let Some(f) = todo.pop() {
        if out.insert(f) {
            todo.extend(direct.get(f.0 as usize).into_iter().flatten().copied());
        }
    }
    out
}

/// Parameters as variables of an environment.
fn parameters(f: &Function, args: &[Term]) -> OrdMap<VarId, Term> {
    (0..f.params).map(|n| VarId(n as u32)).zip(args.iter().cloned()).collect()
}

/// The precondition of a call in a state.
pub fn requires_at(cx: &mut Context<'_>, f: FnId, args: &[Term], memory: &OrdMap<Heap, Term>) -> Assertion {
    let program = cx.program;
    let Some(function) = program.functions.get(f.0 as usize) else { return Assertion::default() };
    let store = parameters(function, args);
    let env = Env { store, memory: memory.clone(), old: memory.clone(), ..Env::default() };
    let clauses = assertion::expressions(function.contract.pre());
    // Nested calls in a precondition have preconditions of their own, checked where the function is verified.
    let mut requires = assertion::read(cx, &function.vars, &env, clauses);
    requires.wanted.clear();
    requires
}

/// A function in the generic state in which it is verified and defined.
#[derive(Clone, Debug)]
pub struct Generic {
    /// Parameters and array values, as constants.
    pub params: Vec<Symbol>,
    /// Meaning of names.
    pub env: Env,
    /// `f(params)`.
    pub call: Term,
    /// Its precondition.
    pub requires: Assertion,
}

/// Constants for the parameters and the arrays of a function, and its precondition for them.
pub fn generic(cx: &mut Context<'_>, id: FnId, function: &Function) -> Generic {
    let mut params = Vec::new();
    let mut env = Env::default();
    for (n, v) in function.vars.iter().take(function.params).enumerate() {
        let symbol = cx.names.fresh(&v.name.name, vec![], Sort::of(v.ty), Role::Skolem);
        let _ = env.store.insert(VarId(n as u32), term::constant(&symbol));
        params.push(symbol);
    }
    for a in cx.functions.reads(id).to_vec() {
        let sort = array_sort(cx.kernel, a);
        let symbol = cx.names.values(a, cx.array_name(a), vec![], sort);
        let _ = env.memory.insert(a, term::constant(&symbol));
        params.push(symbol);
    }
    env.old = env.memory.clone();
    let args: Vec<Term> = params.iter().map(term::constant).collect();
    let call = cx.functions.symbol(id).map(|s| term::app(s, args));
    let call = call.unwrap_or_else(|| cx.faults.arbitrary(Missing::Function(id), Sort::of(function.ret)));
    let clauses = assertion::expressions(function.contract.pre());
    let vars = cx.program.functions.get(id.0 as usize).map_or(&[][..], |f| &f.vars);
    let requires = assertion::read(cx, vars, &env, clauses);
    env.result = Some(call.clone());
    Generic { params, env, call, requires }
}

/// Definitions of every function that `roots` reach, for terms that mention them.
pub fn definitions(cx: &mut Context<'_>, roots: &BTreeSet<FnId>) -> Vec<Definition> {
    let program = cx.program;
    let direct: Vec<BTreeSet<FnId>> = program.functions.iter().map(callees).collect();
    let mut wanted = roots.clone();
    for f in roots {
        wanted.extend(reachable(*f, &direct));
    }
    wanted.into_iter().filter_map(|id| define(cx, id, program.functions.get(id.0 as usize)?)).collect()
}

/// `requires ⇒ f(params) = body`, `requires ⇒ ensures`.
fn define(cx: &mut Context<'_>, id: FnId, function: &Function) -> Option<Definition> {
    let symbol = cx.functions.symbol(id)?.clone();
    let generic = generic(cx, id, function);
    let vars = cx.program.functions.get(id.0 as usize).map_or(&[][..], |f| &f.vars);
    let body = function.body.as_ref().map(|b| Evaluator::new(cx, vars, generic.env.clone()).eval(b));
    let ensures = assertion::read(cx, vars, &generic.env, assertion::expressions(function.contract.post()));
    let recursive = !cx.functions.component(id).is_empty();
    let scalars = function.params;
    let footprint = cx
        .functions
        .reads(id)
        .to_vec()
        .into_iter()
        .enumerate()
        .map(|(n, a)| {
            let at = cx.fresh_location(a);
            let x: Vec<Term> = at.iter().map(term::constant).collect();
            let inside = generic.requires.chunks.iter().filter(|c| c.heap == a).map(|c| covered(c, &x));
            (scalars + n, at, term::or(inside))
        })
        .collect();
    Some(Definition {
        symbol,
        params: generic.params,
        requires: generic.requires.fact(),
        body,
        ensures: ensures.facts.into_iter().map(|f| f.term).collect(),
        smaller: None,
        footprint,
        recursive,
    })
}

/// That `x` is a location of the chunk: `∃ binders. guard ∧ index = x`.
///
/// Where each binder is an index itself, the one member that may be there is known from `x`, and no quantifier is needed. The
/// chunk's inverse is not asked: that it is one is claimed where the function is verified, and not of this copy.
fn covered(chunk: &Chunk, x: &[Term]) -> Term {
    let mut by = Substitution::new();
    for b in &chunk.binders {
        let is_index = |(i, _): &(&Term, &Term)| i.as_app() == Some(b);
        match chunk.index.iter().zip(x).find(is_index) {
            Some((_, x)) => by.insert(b, x.clone()),
            None => return some_member(chunk, x),
        }
    }
    member(chunk, &by, x)
}

/// The member that `by` names is there, and its location is `x`.
fn member(chunk: &Chunk, by: &Substitution, x: &[Term]) -> Term {
    let hit = chunk.index.iter().zip(x).map(|(i, x)| term::eq(term::substitute(i, by), x.clone()));
    term::and(std::iter::once(term::substitute(&chunk.guard, by)).chain(hit))
}

fn some_member(chunk: &Chunk, x: &[Term]) -> Term {
    let mut by = Substitution::new();
    chunk.binders.iter().zip(&chunk.bound).for_each(|(b, bound)| by.insert(b, term::constant(bound)));
    term::quant(false, chunk.bound.clone(), vec![], member(chunk, &by, x))
}
