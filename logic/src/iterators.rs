//! Arbitrary members of teams: the threads of a group, the groups of a launch, or all threads of all groups.
//!
//! In: a range of teams ([`TeamRange`]), and terms about their generic member that are to be summed or quantified over
//! all members. Out: [`Iterators`], which are binders, the range of their values that stand for members, and the
//! substitution that replaces the generic member by the member that the binders stand for; or a [`Pair`] of two
//! different members.

use crate::called::Called;
pub use crate::teams::TeamRange;
use crate::teams::{Dim, Position, Teams};
use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use ir::Depth;

impl Dim {
    /// The symbols of this dimension whose values differ between members: their index and linear number, and the linear
    /// numbers and bases of members further inside, which are computed from those.
    fn member(&self, over: TeamRange) -> Vec<&Symbol> {
        let mut out = Vec::new();
        let mut moved = false;
        for p in &self.positions {
            if moved {
                out.extend([Some(&p.linear), p.base.as_ref()].into_iter().flatten());
            }
            if over.has(p.depth) {
                moved = true;
                out.extend([&p.index, &p.linear]);
            }
        }
        out
    }

    /// Whether a term depends on the position of the generic member in this dimension.
    pub fn in_term(&self, over: TeamRange, t: &Term) -> bool {
        mentions(t, &self.member(over))
    }

    /// Whether `over` ranges over members of several teams in this dimension.
    fn spans(&self, over: TeamRange) -> bool {
        self.within(over).count() > 1
    }
}

fn mentions(t: &Term, symbols: &[&Symbol]) -> bool {
    term::any_subterm(t, |s| s.as_app().is_some_and(|a| symbols.contains(&a)))
}

/// Whether a term has different values for different members.
pub fn depends(teams: &Teams, over: TeamRange, t: &Term) -> bool {
    teams.dims.iter().any(|d| d.in_term(over, t))
}

/// The symbols whose values differ between members.
pub fn positions_of(teams: &Teams, over: TeamRange) -> Vec<Symbol> {
    teams.dims.iter().flat_map(|d| d.member(over)).cloned().collect()
}

/// Whether `over` ranges over members of several teams, such as all threads of all groups.
pub fn spans(teams: &Teams, over: TeamRange) -> bool {
    teams.dims.iter().any(|d| d.spans(over))
}

/// Whether every launch has exactly one member: its teams are numbered in no dimension.
pub fn is_one_member(teams: &Teams, over: TeamRange) -> bool {
    teams.dims.iter().all(|d| d.within(over).next().is_none())
}

/// The binders for a member in one dimension.
#[derive(Clone, Debug)]
struct Bound {
    dim: Dim,
    /// One binder for each team, or one for the linear number of the innermost member.
    binders: Vec<Symbol>,
    /// The condition that the binders stand for a member.
    range: Term,
}

/// An arbitrary member of some teams, given by binders.
#[derive(Clone, Debug)]
pub struct Iterators {
    over: TeamRange,
    list: Vec<Bound>,
    /// Replaces the generic member by the member that the binders stand for.
    pub to_member: Substitution,
}

impl Iterators {
    /// Iterators over the members in these dimensions. `parts` are the terms about the generic member in which it will
    /// be replaced: if they mention only its linear number in a dimension, one binder for that number suffices there.
    pub fn new<'d>(
        names: &mut Names,
        over: TeamRange,
        dims: impl IntoIterator<Item = &'d Dim>,
        parts: &[Term],
    ) -> Self {
        let mut all = Self { over, list: vec![], to_member: Substitution::new() };
        for d in dims {
            let one = all.bind(names, d, parts, "");
            all.list.push(one);
        }
        all
    }

    /// Iterators over all threads of the group of the generic thread. Their names have a prime: `lid'`.
    pub fn others(teams: &Teams, names: &mut Names) -> Self {
        let mut all = Self { over: TeamRange::team(teams.innermost), list: vec![], to_member: Substitution::new() };
        for d in &teams.dims {
            let one = all.bind(names, d, &[], "'");
            all.list.push(one);
        }
        all
    }

    /// Makes the binders of one dimension, whose names end in `mark`, and adds to `to_member`.
    fn bind(&mut self, names: &mut Names, d: &Dim, parts: &[Term], mark: &str) -> Bound {
        let mut fresh = |called: Called, shown: &str| called.binder(names, format!("{shown}{mark}"));
        let upto = |b: &Symbol, n: &Symbol| term::within(term::int(0), term::constant(b), term::constant(n));
        let within: Vec<&Position> = d.within(self.over).collect();
        if let ([first, .., last], true) = (within.as_slice(), only_linear(d, self.over, parts)) {
            if first.base.is_none() {
                // One binder for the linear number of all members of these teams, instead of several binders and a
                // product.
                let t = fresh(last.linear_called, last.linear.shown());
                self.by_linear(&within, &term::constant(&t));
                let range = upto(&t, &last.total);
                return Bound { dim: d.clone(), binders: vec![t], range };
            }
        }
        let binders: Vec<Symbol> = within.iter().map(|p| fresh(p.called, p.index.shown())).collect();
        let indices: Vec<Term> = binders.iter().map(term::constant).collect();
        d.place(self.over, &indices, &mut self.to_member);
        let range = term::and(binders.iter().zip(&within).map(|(b, p)| upto(b, &p.count)));
        Bound { dim: d.clone(), binders, range }
    }

    /// Replaces the generic member by the one with this linear number, and the generic members around it by those that
    /// contain that one. For example, `lid = tid mod gsize` and `gid = tid div gsize`.
    fn by_linear(&mut self, within: &[&Position], linear: &Term) {
        let mut linear = linear.clone();
        for p in within.iter().rev() {
            self.to_member.insert(&p.linear, linear.clone());
            let Some(base) = &p.base else { continue };
            let count = term::constant(&p.count);
            let index = term::modulo(linear.clone(), count.clone());
            self.to_member.insert(&p.index, index.clone());
            self.to_member.insert(base, term::sub(linear.clone(), index));
            linear = term::div(linear, count);
        }
    }

    /// All binders.
    pub fn binders(&self) -> Vec<Symbol> {
        self.list.iter().flat_map(|i| i.binders.iter().cloned()).collect()
    }

    /// The condition that the binders stand for a member.
    pub fn range(&self) -> Term {
        term::and(self.list.iter().map(|i| i.range.clone()))
    }

    /// A fact about the generic member for all members: `∀ binders. range ⇒ fact`. If the fact depends on the member in
    /// some dimension, the dimensions in which it does not are left out. That is right because no team is empty.
    pub fn for_all(&self, fact: &Term) -> Term {
        let named: Vec<&Bound> = self.list.iter().filter(|i| i.dim.in_term(self.over, fact)).collect();
        let used = if named.is_empty() { self.list.iter().collect() } else { named };
        let range = term::and(used.iter().map(|i| i.range.clone()));
        let binders = used.iter().flat_map(|i| i.binders.iter().cloned()).collect();
        term::forall(binders, term::implies(range, term::substitute(fact, &self.to_member)))
    }
}

/// Whether terms depend on the linear number of the inner member, and on no other position of it or of members around.
pub fn only_linear(d: &Dim, over: TeamRange, parts: &[Term]) -> bool {
    let linear = d.within(over).next_back().map(|p| &p.linear);
    let others: Vec<&Symbol> = d.member(over).into_iter().filter(|s| Some(*s) != linear).collect();
    !parts.iter().any(|t| mentions(t, &others))
}

/// Whether terms depend on the index of the inner member in its own team, and on no other position of it or of members
/// around.
pub fn only_index(d: &Dim, over: TeamRange, parts: &[Term]) -> bool {
    let index = d.within(over).next_back().map(|p| &p.index);
    let others: Vec<&Symbol> = d.member(over).into_iter().filter(|s| Some(*s) != index).collect();
    !parts.iter().any(|t| mentions(t, &others))
}

/// Replaces the generic member by the first one in this dimension, which exists because no team is empty.
pub fn first(over: TeamRange, d: &Dim, to_first: &mut Substitution) {
    let zeros: Vec<Term> = d.within(over).map(|_| term::int(0)).collect();
    d.place(over, &zeros, to_first);
}

/// The number of members in these dimensions.
pub fn how_many<'d>(over: TeamRange, dims: impl IntoIterator<Item = &'d Dim>) -> Term {
    let count = |d: &Dim| {
        let mut within = d.within(over);
        match (within.clone().next(), within.next_back()) {
            (Some(first), Some(last)) if first.base.is_none() => term::constant(&last.total),
            _ => d.within(over).map(|p| term::constant(&p.count)).fold(term::int(1), term::mul),
        }
    };
    dims.into_iter().map(count).fold(term::int(1), term::mul)
}

/// The name of a position, and its value.
pub type Named = (Called, Term);

/// Two different members: the generic one, and another one.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Facts about the generic member.
    pub mine: Vec<Term>,
    /// Replaces the generic member by the other one.
    pub by: Substitution,
    /// Facts about the other member.
    pub theirs: Vec<Term>,
    /// The condition that the two members differ in some dimension.
    pub different: Term,
    /// The positions of the other member.
    pub positions: Vec<Named>,
}

impl Pair {
    /// The generic member and an arbitrary other one inside of the same member around them: two threads of one group,
    /// two groups of the launch, or two threads of the launch.
    pub fn new(teams: &Teams, names: &mut Names, over: TeamRange) -> Self {
        let mine: Vec<Term> = (1..=over.inner.0).flat_map(|d| teams.facts(Depth(d))).collect();
        if over.inner == teams.innermost && !spans(teams, over) {
            let u = other_thread(teams, names);
            return Self {
                mine,
                by: teams.thread(&u),
                theirs: vec![teams.is_member(over.inner, &u)],
                different: Teams::different(&teams.indices(over.inner), &u),
                positions: positions(teams, &u),
            };
        }
        let mut pair =
            Self { mine, by: Substitution::new(), theirs: vec![], different: term::bool(false), positions: vec![] };
        let different: Vec<Term> = teams.dims.iter().filter_map(|d| pair.dimension(d, over, names)).collect();
        pair.different = term::or(different);
        pair.theirs = pair.mine.iter().map(|f| term::substitute(f, &pair.by)).collect();
        pair
    }

    /// Adds the other member in one dimension. Its linear number and its base are new symbols, for which the facts
    /// about the generic member hold; so the solver gets no products of indices and sizes. Returns the condition that
    /// the two members differ in this dimension.
    fn dimension(&mut self, d: &Dim, over: TeamRange, names: &mut Names) -> Option<Term> {
        let last = d.within(over).next_back()?;
        for p in d.within(over) {
            let index = skolem(names, format!("{}'", p.index.shown()));
            self.by.insert(&p.index, index.clone());
            self.positions.push((p.called, term::add([p.from.clone(), index])));
        }
        // The position around the current one, with the linear number of the other member there, if that may differ
        // from the generic one.
        let mut around: Option<(&Position, Term)> = None;
        for p in &d.positions {
            let moved = over.has(p.depth);
            let base = around.take().map(|(outer, linear)| match over.has(outer.depth) {
                // The facts `theirs` define this symbol, as `mine` define the base of the generic member.
                true => skolem(names, format!("{}'*{}", outer.linear.shown(), p.count.shown())),
                false => term::mul(linear, term::constant(&p.count)),
            });
            if !moved && base.is_none() {
                continue;
            }
            if let (Some(symbol), Some(base)) = (&p.base, &base) {
                self.by.insert(symbol, base.clone());
            }
            let linear = match (&p.base, base) {
                (None, _) => self.by.get(&p.index).cloned().unwrap_or_else(|| term::constant(&p.index)),
                (Some(_), _) if moved => {
                    let linear = skolem(names, format!("{}'", p.linear.shown()));
                    self.by.insert(&p.linear, linear.clone());
                    self.positions.push((p.linear_called, linear.clone()));
                    linear
                }
                (Some(symbol), base) => {
                    let base = base.unwrap_or_else(|| term::constant(symbol));
                    let linear = term::add([base, term::constant(&p.index)]);
                    self.by.insert(&p.linear, linear.clone());
                    linear
                }
            };
            around = Some((p, linear));
        }
        let other = self.by.get(&last.linear).cloned().unwrap_or_else(|| term::constant(&last.linear));
        Some(term::ne(term::constant(&last.linear), other))
    }
}

/// A fresh integer constant.
fn skolem(names: &mut Names, shown: String) -> Term {
    term::constant(&names.fresh(shown, vec![], Sort::INT, Role::Skolem))
}

/// A second, arbitrary thread of the group, as one term per dimension.
pub fn other_thread(teams: &Teams, names: &mut Names) -> Vec<Term> {
    let here = teams.dims.iter().filter_map(|d| d.at(teams.innermost));
    here.map(|p| skolem(names, format!("{}'", p.index.shown()))).collect()
}

/// The positions of a thread of the group.
pub fn positions(teams: &Teams, u: &[Term]) -> Vec<Named> {
    let here = teams.dims.iter().filter_map(|d| d.at(teams.innermost));
    here.zip(u).map(|(p, u)| (p.called, term::add([p.from.clone(), u.clone()]))).collect()
}
