//! References to arrays and objects: `null`, new arrays and objects, and that a location has at most the whole
//! permission.
//!
//! ```text
//! {e != null}        … e.length …, … e[i] …     {}
//! {0 <= n}           v := new T[n];             {v != null ** v.length == n ** ∀* i. PointsTo(v[i], write, 0)}
//! {}                         v := new C;        {v != null ** PointsTo(v.f, write, 0)}       for each field f
//! {held}                                        {held, Σ held(x) ≤ 1}        for each location x
//! ```
//!
//! References may be equal, so permissions decide which arrays are different: whoever holds all of `a[i]` and something
//! of `b[i]` knows that `a != b`. The last law says so. It is used at the locations that code accesses.
//!
//! In: a state, and what it needs of references. Out: the claims, and the facts behind them.

use crate::chunk::{self, Amount, Chunk, Held};
use crate::context::null;
use crate::exec::{Check, Exec};
use crate::family;
use crate::fault::Missing;
use crate::finding::{Facts, Help};
use crate::hyps::Hyps;
use crate::need::{Need, Requirement};
use crate::obligation::{Hyp, ObligationId, What, Why};
use crate::state::State;
use crate::term::{self, Role, Sort, Substitution, Term};
use dashu::rational::RBig;
use ir::{Expr, Heap, Node, Type, VarId};

/// How many claims about one reference are remembered.
const MOST_CLAIMS: usize = 16;

impl Exec<'_> {
    /// Claims that a reference is not `null`. The requirement is about the reference, or about a location to which it
    /// leads. Of several claims about one reference that fail, the report shows the first.
    pub(crate) fn claim_reference(
        &mut self,
        hyps: Hyps,
        state: Option<&State>,
        what: What,
        (requirement, of): (&Requirement, Option<Heap>),
        reference: &Term,
    ) -> ObligationId {
        let goal = term::ne(reference.clone(), null());
        let written = requirement.node;
        let mut check = Check::new(what, Why::Null, written, goal, Facts::IsNull { written, of });
        let of_location = requirement.at.first().filter(|_| of.is_some()).map(|index| index.node);
        let assertion = what == What::WellFormed;
        check.help = Some(Help::NotNull { reference: of_location.unwrap_or(written), assertion });
        let before = self.not_null.entry(reference.clone()).or_default();
        check.after.clone_from(before);
        let id = self.claim(hyps, state, check);
        if let Some(claims) = self.not_null.get_mut(reference).filter(|claims| claims.len() < MOST_CLAIMS) {
            claims.push(id);
        }
        id
    }

    /// The fact that at most the whole permission of a location is held, if the location may have several names. A
    /// share of unknown size, `read`, comes on top of the exact amounts. That is not so where such a share was lent:
    /// then it may be that share which came back, and the exact amounts still count it as held.
    ///
    /// If all that is held of the array under the name that the location has here are whole permissions, the fact is
    /// said of each other permission by itself ([`Self::alone`]).
    pub(crate) fn at_most_whole(held: &Held, need: &Need) -> Option<Term> {
        let (Need::Location { heap: heap @ (Heap::Elements(_) | Heap::Field(_)), index, moment: None }
        | Need::Bounds { heap: heap @ (Heap::Elements(_) | Heap::Field(_)), index }) = need
        else {
            return None;
        };
        let own = held.given.iter().filter(|c| c.heap == *heap && c.index.first() == index.first());
        let alone: Option<Vec<Term>> = own.map(|family| Self::alone(held, family, index)).collect();
        if let Some(alone) = alone.filter(|alone| !alone.is_empty()) {
            return Some(term::and(alone));
        }
        let balance = held.balance(*heap, index);
        let own = chunk::reader(&held.given, *heap, index);
        let besides = term::and([own, term::not(chunk::reader(&held.lent, *heap, index))]);
        let most = term::le(balance.clone(), term::one());
        Some(term::and([most, term::implies(besides, term::lt(balance, term::one()))]))
    }

    /// Assumes that at most the whole permission is held at the first location of each of these families. If all of
    /// `a[0 .. n]` and some of `b[0 .. n]` is held and `n` is positive, that says that `a` and `b` are different.
    pub(crate) fn different_arrays(state: &mut State, families: &[Chunk]) {
        for (fact, node) in Self::at_most_whole_of(&state.held, families) {
            state.assume(fact, Some(node));
        }
    }

    /// For each of these families, the fact that at most the whole permission of its first location is held.
    pub(crate) fn at_most_whole_of(held: &Held, families: &[Chunk]) -> Vec<(Term, Node)> {
        let mut out = Vec::new();
        for family in families.iter().filter(|c| matches!(c.heap, Heap::Elements(_) | Heap::Field(_))) {
            let mut first = Substitution::new();
            family.binders.iter().for_each(|b| first.insert(b, term::int(0)));
            let index: Vec<Term> = family.index.iter().map(|i| term::substitute(i, &first)).collect();
            let most = Self::alone(held, family, &index).or_else(|| {
                let guard = term::substitute(&family.guard, &first);
                let need = Need::Location { heap: family.heap, index, moment: None };
                Some(term::implies(guard, Self::at_most_whole(held, &need)?))
            });
            out.extend(most.map(|fact| (fact, family.node)));
        }
        out
    }

    /// The fact that no other permission is for this location, if the family of whole permissions is. This is what "at
    /// most the whole permission is held" says, if nothing of the heap was lent and each other amount is evidently
    /// positive; else `None`. A second family of the same permissions counts as another. With many arrays, the sum of
    /// what all families give at one location is a long term, and a condition for each family is short.
    fn alone(held: &Held, family: &Chunk, index: &[Term]) -> Option<Term> {
        let is_positive = |chunk: &Chunk| match &chunk.amount {
            Amount::Exact(p) => p.as_real().is_some_and(|p| *p > RBig::ZERO),
            Amount::Read => true,
            Amount::Atomic => false,
        };
        if !family.is_write() || held.lent.iter().any(|lent| lent.heap == family.heap) {
            return None;
        }
        let mut others: Vec<&Chunk> = held.given.iter().filter(|chunk| chunk.heap == family.heap).collect();
        let own = others.iter().position(|chunk| chunk.same_as(family))?;
        let _ = others.remove(own);
        if !others.iter().all(|chunk| is_positive(chunk)) {
            return None;
        }
        let none = term::and(others.iter().map(|other| term::not(other.covers(index))));
        Some(term::implies(family.covers(index), none))
    }

    /// Executes `v := new T[e];`.
    pub(super) fn new_array(&mut self, state: &mut State, v: VarId, length: &Expr, node: Node) {
        let count = self.eval(state, length);
        let (name, ty) = self.cx.variable(self.vars, v);
        let Some(elem) = ty.element() else { return self.cx.faults.note(Missing::Variable(v)) };
        let heap = Heap::Elements(elem);
        let goal = term::le(term::int(0), count.clone());
        if !goal.is_true() {
            let facts = Facts::NegativeLength { length: length.node, heap };
            let check = Check::new(What::Expr, Why::NegativeLength, length.node, goal, facts);
            let hyps = self.hyps(state);
            let _ = self.claim(hyps, Some(state), check);
        }
        let array = self.cx.fresh_private(name, ty, self.cx.teams.innermost);
        state.assume(term::ne(array.clone(), null()), Some(node));
        state.assume(term::eq(self.cx.length_of(array.clone()), count.clone()), Some(node));
        self.zeroed(state, heap, elem, (&array, &count));
        let i = self.cx.names.fresh("i", vec![], Sort::INT, Role::Bound);
        let range = term::within(term::int(0), term::constant(&i), count);
        let index = vec![array.clone(), term::constant(&i)];
        let all = family::chunk(&mut self.cx, heap, vec![i], range, index, Amount::Exact(term::one()), node);
        state.held.given.push(all.clone());
        Self::different_arrays(state, &[all]);
        state.write(v, array);
    }

    /// Executes `v := new C;`.
    pub(super) fn new_object(&mut self, state: &mut State, v: VarId, node: Node) {
        let (name, ty) = self.cx.variable(self.vars, v);
        let Type::Object(class) = ty else { return self.cx.faults.note(Missing::Variable(v)) };
        let object = self.cx.fresh_private(name, ty, self.cx.teams.innermost);
        state.assume(term::ne(object.clone(), null()), Some(node));
        for (field, decl) in self.cx.program.fields_of(class) {
            let heap = Heap::Field(field);
            let Some(memory) = state.memory.get(&heap).cloned() else {
                return self.cx.faults.note(Missing::Heap(heap));
            };
            let index = vec![object.clone()];
            let value = self.cx.reads.select(&memory, &index);
            state.assume(term::eq(value, zero(decl.ty)), Some(node));
            let amount = Amount::Exact(term::one());
            state.held.given.push(family::chunk(&mut self.cx, heap, vec![], term::bool(true), index, amount, node));
        }
        state.write(v, object);
    }

    /// Assumes that the elements of a new array are zero. No element of it was read or written before, so this says
    /// nothing about values that were known.
    fn zeroed(&mut self, state: &mut State, heap: Heap, elem: Type, (array, count): (&Term, &Term)) {
        let Some(memory) = state.memory.get(&heap).cloned() else {
            return self.cx.faults.note(Missing::Heap(heap));
        };
        let i = self.cx.names.element("i", Sort::INT);
        let place = [array.clone(), term::constant(&i)];
        let value = self.cx.reads.select(&memory, &place);
        let inside = term::within(term::int(0), term::constant(&i), count.clone());
        let fact = term::implies(inside, term::eq(value.clone(), zero(elem)));
        let fact = term::quant(true, vec![i], vec![vec![value]], fact);
        state.path.push_back(Hyp { term: term::implies(term::and(state.guard.iter().cloned()), fact), node: None });
    }
}

/// The value of an element or a field that was never written.
fn zero(ty: Type) -> Term {
    match ty {
        Type::Bool => term::bool(false),
        Type::Float(format) => term::float(format, 0),
        Type::Frac => term::zero(),
        Type::Int | Type::Machine(_) | Type::Resource | Type::Array(_) | Type::Object(_) => term::int(0),
        Type::Enum(of) => term::enum_constant(of, 0),
        Type::Collection(ir::CollectionKind::Tuple, [a, b]) => term::pair(Sort::of(ty), zero(*a), zero(*b)),
        Type::Collection(ir::CollectionKind::Either, [a, _]) => term::either(Sort::of(ty), true, zero(*a)),
        Type::Collection(..) | Type::Data(_) => term::zero_of(Sort::of(ty)),
    }
}
