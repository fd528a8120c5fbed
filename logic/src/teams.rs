//! The teams of a kernel as symbols: positions of their generic members, numbers of their members, and facts about
//! both.
//!
//! Every obligation is about one generic thread, about the generic group around it, and so on outwards: about one
//! generic member of each team. In each dimension of the launch such a member has a [`Position`] in its team. All
//! functions of this file work for any chain of positions; none depends on how many teams are nested, or on how many
//! dimensions there are.
//!
//! In: the teams of a kernel ([`ir::Team`]). Out: symbols, the facts about them that hold in every launch, and the
//! substitutions that replace the generic member by another one.

use crate::called::Called;
use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use ir::{Axis, Depth, Dims, LaunchVar, VarId};

/// The members that a sum or a quantifier ranges over: those of all teams from one depth to another. The terms of the
/// sum are about the generic member at the inner depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamRange {
    /// The depth of the members of the outermost of these teams.
    pub outer: Depth,
    /// The depth of the members of the innermost of these teams.
    pub inner: Depth,
}

impl TeamRange {
    /// The threads of the generic group of a kernel.
    pub const THREADS: Self = Self::team(Depth::THREAD);
    /// The groups of a kernel.
    pub const GROUPS: Self = Self::team(Depth::GROUP);
    /// All threads of all groups of a kernel.
    pub const LAUNCH: Self = Self { outer: Depth::GROUP, inner: Depth::THREAD };

    /// The members of one team.
    pub const fn team(depth: Depth) -> Self {
        Self { outer: depth, inner: depth }
    }

    /// All members at `inner` inside of one member at `around`.
    pub const fn inside(around: Depth, inner: Depth) -> Self {
        Self { outer: around.inner(), inner }
    }

    /// The depth of the one member that contains all members of the range: of the group, for the threads of a group.
    pub const fn around(self) -> Depth {
        Depth(self.outer.0.saturating_sub(1))
    }

    /// Whether the members at this depth are among those that the sum ranges over.
    pub fn has(self, depth: Depth) -> bool {
        self.outer <= depth && depth <= self.inner
    }

    /// The range split in two, for a sum that is taken in two steps: first over the members of the innermost team, then
    /// over those of the teams around it. `None` if there is only one team.
    pub(crate) fn split(self) -> Option<(Self, Self)> {
        (self.outer < self.inner)
            .then(|| (Self::team(self.inner), Self { outer: self.outer, inner: Depth(self.inner.0 - 1) }))
    }
}

/// The position of the generic member of a team, in one dimension.
#[derive(Clone, Debug)]
pub struct Position {
    /// The depth of the members of the team.
    pub depth: Depth,
    /// The number of the generic member among those of its team, in `[0, count)`: `gid`, `lid`.
    pub index: Symbol,
    /// How many members the team has: `ngroups`, `gsize`.
    pub count: Symbol,
    /// The number of the generic member among those of all teams of this depth: `base + index`, for example `tid`. If
    /// no team is around, it is the symbol of `index`.
    pub linear: Symbol,
    /// The number of members of all teams of this depth together, for example `tcount`. If no team is around, it is the
    /// symbol of `count`.
    pub total: Symbol,
    /// The `linear` number of the first member of the team, for example `gid * gsize`. `None` if no team is around;
    /// then it is 0.
    pub base: Option<Symbol>,
    /// The name of the index in programs, for example `lid`.
    pub called: Called,
    /// The name of the linear number in programs, for example `tid`.
    pub linear_called: Called,
    /// What a program adds to the index: 0, or the least value of an iterator.
    pub from: Term,
}

/// One dimension of the launch: the positions of the generic members in it, that of the outermost team first. An
/// iterator of a parallel block is a dimension of its own, with one position.
#[derive(Clone, Debug)]
pub struct Dim {
    /// Which dimension of the launch; `None` for an iterator.
    pub axis: Option<Axis>,
    /// One position for each team whose members are numbered in this dimension.
    pub positions: Vec<Position>,
    /// The suffix of names in this dimension: empty if there is one dimension, else `.x`, `.y` or `.z`.
    suffix: &'static str,
}

/// The teams of a launch. There is at least one dimension, and at least one position in each.
#[derive(Clone, Debug)]
pub struct Teams {
    /// The dimensions, in order.
    pub dims: Vec<Dim>,
    /// The depth of the members of the innermost team: of threads.
    pub innermost: Depth,
}

impl Position {
    /// The positions of the threads of a group, and of the groups if there may be several.
    fn of_kernel(names: &mut Names, axis: Axis, suffix: &str, groups: bool) -> Vec<Self> {
        let mut make = |shown: &str| names.fresh(named(shown, suffix), vec![], Sort::INT, Role::Launch);
        let index = make(if groups { "lid" } else { "tid" });
        let count = make("gsize");
        let (depth, linear_called) = (Depth::THREAD, Called::Launch(LaunchVar::Tid, axis));
        // In a launch of one group, the position in the group is also the position in the launch.
        let called = Called::Launch(if groups { LaunchVar::Lid } else { LaunchVar::Tid }, axis);
        let from = term::int(0);
        if !groups {
            let (linear, total) = (index.clone(), count.clone());
            return vec![Self { depth, index, count, linear, total, base: None, called, linear_called, from }];
        }
        let (linear, total) = (make("tid"), make("tcount"));
        let (gid, gbase, ngroups) = (make("gid"), make("gid*gsize"), make("ngroups"));
        let group = Self {
            depth: Depth::GROUP,
            index: gid.clone(),
            count: ngroups.clone(),
            linear: gid,
            total: ngroups,
            base: None,
            called: Called::Launch(LaunchVar::Gid, axis),
            linear_called: Called::Launch(LaunchVar::Gid, axis),
            from: from.clone(),
        };
        vec![group, Self { depth, index, count, linear, total, base: Some(gbase), called, linear_called, from }]
    }

    /// The position of the iterations of a parallel block in one iterator.
    fn of_iterator(names: &mut Names, depth: Depth, var: VarId, shown: &str, from: Term) -> Self {
        let index = names.fresh(shown, vec![], Sort::INT, Role::Launch);
        let count = names.fresh(format!("#{shown}"), vec![], Sort::INT, Role::Launch);
        let (linear, total, called) = (index.clone(), count.clone(), Called::Iterator(var));
        Self { depth, index, count, linear, total, base: None, called, linear_called: called, from }
    }

    /// The linear number of any member: `base + index`.
    fn number(&self, base: Option<&Term>, index: &Term) -> Term {
        base.map_or_else(|| index.clone(), |base| term::add([base.clone(), index.clone()]))
    }
}

impl Dim {
    /// A name in this dimension: `lid`, or `lid.y` if there are several dimensions.
    pub fn name(&self, shown: &str) -> String {
        named(shown, self.suffix)
    }

    /// Whether both are the same dimension of the same teams.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let first = |d: &Self| d.positions.first().map(|p| p.index.clone());
        first(self) == first(other)
    }

    /// The position of the generic member at a depth; `None` if members at that depth are not numbered in this
    /// dimension.
    pub fn at(&self, depth: Depth) -> Option<&Position> {
        self.positions.iter().find(|p| p.depth == depth)
    }

    /// All symbols of this dimension.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        fn of(p: &Position) -> impl Iterator<Item = &Symbol> {
            [Some(&p.index), Some(&p.count), Some(&p.linear), Some(&p.total), p.base.as_ref()].into_iter().flatten()
        }
        self.positions.iter().flat_map(of)
    }

    /// The positions of the teams that the sum or quantifier ranges over.
    pub(crate) fn within(&self, over: TeamRange) -> impl DoubleEndedIterator<Item = &Position> + Clone {
        self.positions.iter().filter(move |p| over.has(p.depth))
    }

    /// Adds to `by` the replacement of the generic members by those with these indices, one for each of
    /// [`Dim::within`]. Members further inside keep their indices, and get new linear numbers and bases.
    pub(crate) fn place(&self, over: TeamRange, indices: &[Term], by: &mut Substitution) {
        let mut indices = indices.iter();
        // The linear number of the member around, if it is not the generic one any more.
        let mut around: Option<Term> = None;
        for p in &self.positions {
            let base = around.take().map(|linear| term::mul(linear, term::constant(&p.count)));
            if let (Some(symbol), Some(base)) = (&p.base, &base) {
                by.insert(symbol, base.clone());
            }
            let moved = if over.has(p.depth) { indices.next() } else { None };
            if base.is_none() && moved.is_none() {
                continue;
            }
            let base = base.or_else(|| p.base.as_ref().map(term::constant));
            let linear = p.number(base.as_ref(), moved.unwrap_or(&term::constant(&p.index)));
            if p.base.is_some() {
                by.insert(&p.linear, linear.clone());
            }
            if let Some(index) = moved {
                by.insert(&p.index, index.clone());
            }
            around = Some(linear);
        }
    }
}

/// The name with the suffix at each of its factors: `gid*gsize` with `.x` is `gid.x*gsize.x`.
fn named(shown: &str, suffix: &str) -> String {
    shown.split('*').map(|part| format!("{part}{suffix}")).collect::<Vec<_>>().join("*")
}

impl Teams {
    /// The symbols of a kernel's launch. Groups are numbered only if there may be several.
    pub fn of_kernel(names: &mut Names, dims: Dims, several_groups: bool) -> Self {
        let dim = |axis: &Axis| {
            let suffix = dims.suffix(*axis);
            let positions = Position::of_kernel(names, *axis, suffix, several_groups);
            Dim { axis: Some(*axis), positions, suffix }
        };
        Self { dims: dims.axes().iter().map(dim).collect(), innermost: Depth::THREAD }
    }

    /// These teams with one more inside, whose members are the iterations of a parallel block with these iterators,
    /// each with its name and its least value. It returns, for each iterator, the symbol for the number of the generic
    /// member in it, from 0, and the symbol for how many numbers there are.
    pub fn with_iterations(
        &self,
        names: &mut Names,
        iterators: &[(VarId, &str, Term)],
    ) -> (Self, Vec<(Symbol, Symbol)>) {
        let mut all = self.clone();
        all.innermost = self.innermost.inner();
        let mut symbols = Vec::new();
        for (var, shown, from) in iterators {
            let position = Position::of_iterator(names, all.innermost, *var, shown, from.clone());
            symbols.push((position.index.clone(), position.count.clone()));
            all.dims.push(Dim { axis: None, positions: vec![position], suffix: "" });
        }
        (all, symbols)
    }

    /// All positions with their dimensions.
    fn positions(&self) -> impl Iterator<Item = (&Dim, &Position)> {
        self.dims.iter().flat_map(|d| d.positions.iter().map(move |p| (d, p)))
    }

    /// The term of a launch variable, for the generic thread. In a dimension that the launch does not have, and for
    /// groups in a launch of one group, positions are 0 and sizes are 1.
    pub fn var(&self, var: LaunchVar, axis: Axis) -> Term {
        let dim = self.dims.iter().find(|d| d.axis == Some(axis));
        let at = |depth: Depth| dim.and_then(|d| d.at(depth));
        let (thread, group) = (at(self.innermost), at(Depth::GROUP));
        let (symbol, otherwise) = match var {
            LaunchVar::Lid => (thread.map(|p| &p.index), 0),
            LaunchVar::Tid => (thread.map(|p| &p.linear), 0),
            LaunchVar::Gid => (group.map(|p| &p.index), 0),
            LaunchVar::Gsize => (thread.map(|p| &p.count), 1),
            LaunchVar::Tcount => (thread.map(|p| &p.total), 1),
            LaunchVar::Ngroups => (group.map(|p| &p.count), 1),
        };
        symbol.map_or_else(|| term::int(otherwise), term::constant)
    }

    /// Whether the variable is an iterator of a parallel block around the code.
    pub(crate) fn is_iterator(&self, v: VarId) -> bool {
        self.positions().any(|(_, p)| p.called == Called::Iterator(v))
    }

    /// Whether a launch has several groups or may have them.
    pub fn has_groups(&self) -> bool {
        self.dims.iter().any(|d| d.at(Depth::GROUP).is_some())
    }

    /// The depth of the member around threads, which is the group. Symbols whose value all threads of a group share are
    /// introduced there.
    pub fn around(&self) -> Depth {
        TeamRange::team(self.innermost).around()
    }

    /// The indices of the generic member at a depth in its team, as one term per dimension.
    pub fn indices(&self, depth: Depth) -> Vec<Term> {
        self.dims.iter().filter_map(|d| d.at(depth)).map(|p| term::constant(&p.index)).collect()
    }

    /// The number of members of a team at a depth, as one term per dimension.
    pub fn counts(&self, depth: Depth) -> Vec<Term> {
        self.dims.iter().filter_map(|d| d.at(depth)).map(|p| term::constant(&p.count)).collect()
    }

    /// The indices of the generic member at a depth and of the members around it, from the outside. They are the
    /// arguments of symbols that are introduced for such a member, since other members have other values.
    pub fn members(&self, depth: Depth) -> Vec<Term> {
        (1..=depth.0).flat_map(|d| self.indices(Depth(d))).collect()
    }

    /// The sorts of [`Teams::members`].
    pub fn params(&self, depth: Depth) -> Vec<Sort> {
        vec![Sort::INT; self.positions().filter(|(_, p)| p.depth <= depth).count()]
    }

    /// Whether a term is a position of a generic member, or such a member's linear number.
    pub(crate) fn is_position(&self, t: &Term) -> bool {
        t.as_app().is_some_and(|a| self.positions().any(|(_, p)| [&p.index, &p.linear].contains(&a)))
    }

    /// Whether a term mentions a position of a generic member, at any depth.
    pub(crate) fn mentions_member(&self, t: &Term) -> bool {
        let of = |p: &Position, a: &Symbol| p.index == *a || p.linear == *a || p.base.as_ref() == Some(a);
        term::any_subterm(t, |s| s.as_app().is_some_and(|a| self.positions().any(|(_, p)| of(p, a))))
    }

    /// Whether a term is the index of the generic member of a team around the teams of `over`.
    pub(crate) fn is_around(&self, over: TeamRange, t: &Term) -> bool {
        t.as_app().is_some_and(|a| self.positions().any(|(_, p)| p.depth < over.outer && p.index == *a))
    }

    /// Replaces the generic member at a depth by the member `u` of the same team.
    pub fn member(&self, depth: Depth, u: &[Term]) -> Substitution {
        let mut by = Substitution::new();
        let here = self.dims.iter().filter(|d| d.at(depth).is_some());
        here.zip(u).for_each(|(d, u)| d.place(TeamRange::team(depth), std::slice::from_ref(u), &mut by));
        by
    }

    /// The condition `0 <= u < count` in each dimension.
    pub fn is_member(&self, depth: Depth, u: &[Term]) -> Term {
        let within = |(p, u): (&Position, &Term)| term::within(term::int(0), u.clone(), term::constant(&p.count));
        term::and(self.dims.iter().filter_map(|d| d.at(depth)).zip(u).map(within))
    }

    /// Replaces the generic thread by another thread of the group.
    pub fn thread(&self, u: &[Term]) -> Substitution {
        self.member(self.innermost, u)
    }

    /// The condition that `t` and `u` differ in some dimension.
    pub fn different(t: &[Term], u: &[Term]) -> Term {
        term::or(t.iter().zip(u).map(|(t, u)| term::ne(t.clone(), u.clone())))
    }

    /// The facts about sizes that hold in every launch.
    pub fn size_facts(&self) -> Vec<Term> {
        self.dims.iter().flat_map(Dim::sizes).collect()
    }

    /// The facts about the generic member at a depth. Some of them follow from others by multiplication, and are stated
    /// because solvers are slow at products of symbols.
    pub fn facts(&self, depth: Depth) -> Vec<Term> {
        self.dims.iter().flat_map(|d| d.facts(depth)).collect()
    }

    /// The facts about the generic members at all depths, from the outside.
    pub fn member_facts(&self) -> Vec<Term> {
        (1..=self.innermost.0).flat_map(|d| self.facts(Depth(d))).collect()
    }
}

impl Dim {
    /// The facts that no team is empty, and that the total is the number of members of one team times the number of
    /// teams.
    fn sizes(&self) -> Vec<Term> {
        let positive = |p: &Position| term::le(term::int(1), term::constant(&p.count));
        let mut facts: Vec<Term> = self.positions.iter().rev().map(positive).collect();
        for (around, p) in self.positions.iter().zip(self.positions.iter().skip(1)) {
            let (count, total) = (term::constant(&p.count), term::constant(&p.total));
            facts.push(term::le(count.clone(), total.clone()));
            facts.push(term::eq(total, term::mul(term::constant(&around.total), count)));
        }
        facts
    }

    /// The facts about the generic member at a depth, in this dimension: `0 <= index < count`, `linear = base + index`,
    /// and for the team inside of it `base = linear * count` with `0 <= base` and `base + count <= total`.
    fn facts(&self, depth: Depth) -> Vec<Term> {
        let Some(n) = self.positions.iter().position(|p| p.depth == depth) else { return vec![] };
        let mut mine = self.positions.iter().skip(n);
        let Some(p) = mine.next() else { return vec![] };
        let index = term::constant(&p.index);
        let mut facts = vec![term::within(term::int(0), index.clone(), term::constant(&p.count))];
        if let Some(base) = &p.base {
            facts.push(term::eq(term::constant(&p.linear), term::add([term::constant(base), index])));
        }
        if let Some((inner, base)) = mine.next().and_then(|inner| Some((inner, inner.base.as_ref()?))) {
            let (base, count) = (term::constant(base), term::constant(&inner.count));
            facts.push(term::eq(base.clone(), term::mul(term::constant(&p.linear), count.clone())));
            facts.push(term::le(term::int(0), base.clone()));
            facts.push(term::le(term::add([base, count]), term::constant(&inner.total)));
        }
        facts
    }
}
