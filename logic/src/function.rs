//! Pure functions: their symbols, their preconditions at calls, and their definitions.
//!
//! In: functions of a typed program. Out: terms of calls, and [`Definition`]s for the encoder. A function that reads
//! memory has additional parameters: the values of each global array that the function, or a function that it calls,
//! reads. So calls `f(x)` in two states are one function symbol applied to two array values, and are equal if the
//! values agree on the footprint that `requires` gives ([`Definition::footprint`]).

use crate::assertion::Assertion;
use crate::chunk::Chunk;
use crate::context::Context;
use crate::description::{self, Described};
use crate::eval::Evaluator;
use crate::fault::Missing;
use crate::finding::{Trust, Trusted};
use crate::function_table::{array_sort, callees, reachable};
use crate::hyps::Hyps;
use crate::need::Env;
use crate::obligation::{Definition, Obligation};
use crate::term::{self, Role, Sort, Substitution, Symbol, Term};
use crate::{reader, recurrence};
use imbl::OrdMap;
use ir::{FnId, Function, Heap, ItemId, Language, Origin, Program, VarId};
use std::collections::BTreeSet;

/// The parameters of a function with their values, as variables of an environment.
fn parameters(f: &Function, args: &[Term]) -> OrdMap<VarId, Term> {
    (0..f.params).map(|n| VarId(n as u32)).zip(args.iter().cloned()).collect()
}

/// The precondition of a call in a state.
pub fn requires_at(cx: &mut Context<'_>, f: FnId, args: &[Term], memory: &OrdMap<Heap, Term>) -> Assertion {
    let program = cx.program;
    let Some(function) = program.functions.get(f.0 as usize) else { return Assertion::default() };
    let store = parameters(function, args);
    let env = Env { store, memory: memory.clone(), old: memory.clone(), ..Env::default() };
    let clauses = reader::expressions(function.contract.pre());
    // Calls inside a precondition have preconditions of their own, which are checked where the function is verified.
    let mut requires = reader::read(cx, &function.vars, &env, clauses);
    requires.requirements.clear();
    requires
}

/// A function applied to arbitrary arguments in an arbitrary state, in which it is verified and defined.
#[derive(Clone, Debug)]
pub struct Generic {
    /// The parameters and the array values, as constants.
    pub params: Vec<Symbol>,
    /// The meaning of names.
    pub env: Env,
    /// The term `f(params)`.
    pub call: Term,
    /// The precondition for `params`.
    pub requires: Assertion,
}

/// A function applied to fresh constants, with its precondition for them.
pub fn generic(cx: &mut Context<'_>, id: FnId, function: &Function) -> Generic {
    let mut params = Vec::new();
    let mut env = Env::default();
    for (n, v) in function.vars.iter().take(function.params).enumerate() {
        let symbol = cx.names.fresh(&v.name.name, vec![], Sort::of(v.ty), Role::Skolem);
        let _ = env.store.insert(VarId(n as u32), term::constant(&symbol));
        params.push(symbol);
    }
    for a in cx.functions.reads(id).to_vec() {
        let sort = array_sort(cx.program, cx.kernel, a);
        let symbol = cx.names.values(a, cx.array_name(a), vec![], sort);
        let _ = env.memory.insert(a, term::constant(&symbol));
        params.push(symbol);
    }
    env.old = env.memory.clone();
    let args: Vec<Term> = params.iter().map(term::constant).collect();
    let call = cx.functions.symbol(id).map(|s| term::app(s, args));
    let call = call.unwrap_or_else(|| cx.faults.arbitrary(Missing::Function(id), Sort::of(function.ret)));
    let clauses = reader::expressions(function.contract.pre());
    let vars = cx.program.functions.get(id.0 as usize).map_or(&[][..], |f| &f.vars);
    let requires = reader::read(cx, vars, &env, clauses);
    env.result = Some(call.clone());
    Generic { params, env, call, requires }
}

/// The definitions of the functions `roots` and of all functions that they call, directly or through others.
pub fn definitions(cx: &mut Context<'_>, roots: &BTreeSet<FnId>) -> Vec<Definition> {
    let program = cx.program;
    let direct: Vec<BTreeSet<FnId>> = program.functions.iter().map(callees).collect();
    let mut roots = roots.clone();
    // A summand is no part of the term of its reduction.
    called(cx.reductions.all().iter().map(|r| &r.summand), &mut roots);
    called(cx.descriptions.all().iter().flat_map(Described::parts), &mut roots);
    let mut needed = roots.clone();
    for f in &roots {
        needed.extend(reachable(*f, &direct));
    }
    let functions = needed.into_iter().filter_map(|id| Some((id, program.functions.get(id.0 as usize)?)));
    let functions = functions.flat_map(|(id, f)| defined(cx, id, f));
    let functions: Vec<Definition> = functions.collect();
    // Definitions of functions may reduce, so their reductions are known only now.
    let (reductions, described, names) = (&cx.reductions, &cx.descriptions, &mut cx.names);
    let mut all = functions;
    all.extend(reductions.all().iter().map(|r| recurrence::define(r, names)));
    all.extend(described.all().iter().map(|d| description::define(d, names)));
    all
}

/// The definitions of the symbols of a function.
///
/// ```text
/// reveal f(params) = f(params)       of an opaque function: the second symbol is another name for the same value
/// ```
///
/// The equation of an opaque function is as true as that of others. A proof that does not ask for the body does not use
/// it, which keeps the queries small.
fn defined(cx: &mut Context<'_>, id: FnId, function: &Function) -> Vec<Definition> {
    let Some(plain) = define(cx, id, function) else { return vec![] };
    let Some(revealed) = cx.functions.revealed(id).cloned() else { return vec![plain] };
    let args: Vec<Term> = plain.params.iter().map(term::constant).collect();
    let same = term::eq(term::app(&revealed, args.clone()), term::app(&plain.symbol, args));
    let shown = Definition { symbol: revealed.clone(), ensures: vec![same], ..plain.clone() };
    vec![Definition { hidden: Some(revealed), ..plain }, shown]
}

/// The definition of a function: `requires ⇒ f(params) = body` and `requires ⇒ ensures`.
fn define(cx: &mut Context<'_>, id: FnId, function: &Function) -> Option<Definition> {
    let symbol = cx.functions.symbol(id)?.clone();
    let generic = generic(cx, id, function);
    let vars = cx.program.functions.get(id.0 as usize).map_or(&[][..], |f| &f.vars);
    // An equation is no fact about a function that nothing shows to end.
    let body = function.body.as_ref().filter(|_| cx.functions.is_measured(cx.program, id));
    let body = body.map(|b| Evaluator::new(cx, vars, generic.env.clone()).eval(b));
    let ensures = reader::read(cx, vars, &generic.env, reader::expressions(function.contract.post()));
    let recursive = function.body.is_some() && !cx.functions.component(id).is_empty();
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
        hidden: None,
        reduction: None,
    })
}

/// The condition that `x` is a location of the chunk, `∃ binders. guard ∧ index = x`.
///
/// If each binder is itself an index, `x` tells the only member that may be there, and no quantifier is needed. The
/// inverse of the chunk is not used: that it is an inverse is claimed where the function is verified, and not for this
/// copy.
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

/// The condition that the member given by `by` exists and has the location `x`.
fn member(chunk: &Chunk, by: &Substitution, x: &[Term]) -> Term {
    let hit = chunk.index.iter().zip(x).map(|(i, x)| term::eq(term::substitute(i, by), x.clone()));
    term::and(std::iter::once(term::substitute(&chunk.guard, by)).chain(hit))
}

/// The condition that some member of the chunk has the location `x`, with a quantifier over the members.
fn some_member(chunk: &Chunk, x: &[Term]) -> Term {
    let mut by = Substitution::new();
    chunk.binders.iter().zip(&chunk.bound).for_each(|(b, bound)| by.insert(b, term::constant(bound)));
    term::quant(false, chunk.bound.clone(), vec![], member(chunk, &by, x))
}

/// The assumptions that a proof rests on because it uses functions without body, whose postconditions nobody proves, or
/// functions that stand for code which nobody compares with them.
pub(crate) fn abstract_functions(program: &Program, items: &BTreeSet<ItemId>) -> Vec<Trusted> {
    let used = |n: usize| items.contains(&ItemId::Function(FnId(n as u32)));
    // What a person's file of specifications says of a function of the code is true of no code that Sepal reads.
    let of_code = |f: &Function| f.origin == Origin::Specs && program.language != Language::Pvl;
    let all = program.functions.iter().enumerate().filter(|(n, f)| (f.body.is_none() || of_code(f)) && used(*n));
    all.flat_map(|(n, f)| trusted(program, FnId(n as u32), f)).collect()
}

/// What is trusted of a function without body: its contract, or the axioms of its abstract data type. All functions of
/// such a type have the same axioms, and those of the first function stand for them.
pub(crate) fn trusted(program: &Program, id: FnId, function: &Function) -> Vec<Trusted> {
    let Some(data) = function.data else {
        return vec![Trusted { what: Trust::AbstractFunction(id), node: function.node }];
    };
    let first = program.functions.iter().find(|f| f.data == Some(data));
    let axioms = first.into_iter().flat_map(|f| f.contract.post());
    axioms.map(|axiom| Trusted { what: Trust::Axiom(data), node: axiom.node }).collect()
}

/// Adds the functions that the terms of obligations apply to `out`.
pub fn called_by(obligations: &[Obligation], out: &mut BTreeSet<FnId>) {
    let mut terms: Vec<Term> = obligations.iter().map(|o| o.goal.clone()).collect();
    Hyps::each_new(obligations.iter().map(|o| &o.hyps), |h| terms.push(h.term.clone()));
    called(&terms, out);
}

/// Adds the functions that the terms apply to `out`.
pub fn called<'t>(terms: impl IntoIterator<Item = &'t Term>, out: &mut BTreeSet<FnId>) {
    term::for_each_subterm_of(terms, &mut |s| {
        if let Some(term::Role::Function(f)) = s.as_app().map(term::Symbol::role) {
            let _ = out.insert(f);
        }
    });
}
