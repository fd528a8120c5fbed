//! A level is its list of iterators with ranges: the threads of a group, the groups of a launch, or both.
//!
//! In: a level and the terms to be summed or quantified over it. Out: binders, the range in which each is a member, and
//! the substitution that makes the generic member that one; or two different members.

use crate::launch::{Dim, Launch};
use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use ir::{Axis, LaunchVar};

/// Over whom a sum or a quantifier is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    /// All threads of the generic group.
    Threads,
    /// All groups of the launch; what is summed speaks of the generic group.
    Groups,
    /// All threads of all groups.
    Launch,
}

impl Dim {
    /// Symbols of the generic member in this dimension.
    fn member(&self, over: Over) -> Vec<&Symbol> {
        match over {
            Over::Threads => vec![&self.lid, &self.tid],
            Over::Groups => vec![&self.gid, &self.gbase],
            Over::Launch => vec![&self.lid, &self.tid, &self.gid, &self.gbase],
        }
    }

    /// Whether a term depends on where the generic member is in this dimension.
    pub fn in_term(&self, over: Over, t: &Term) -> bool {
        mentions(t, &self.member(over))
    }
}

fn mentions(t: &Term, symbols: &[&Symbol]) -> bool {
    term::any_subterm(t, |s| s.as_app().is_some_and(|a| symbols.contains(&a)))
}

/// Whether a term depends on which member of a level it is about.
pub fn depends(launch: &Launch, over: Over, t: &Term) -> bool {
    launch.dims.iter().any(|d| d.in_term(over, t))
}

/// The binders of a level in one dimension.
#[derive(Clone, Debug)]
struct Iterator {
    dim: Dim,
    binders: Vec<Symbol>,
    range: Term,
}

/// An arbitrary member of a level.
#[derive(Clone, Debug)]
pub struct Iterators {
    over: Over,
    list: Vec<Iterator>,
    /// Replaces the generic member by the one that the binders name.
    pub who: Substitution,
}

impl Iterators {
    /// Iterators over these dimensions of a level, for terms that speak of its generic member.
    pub fn new<'d>(
        launch: &Launch,
        names: &mut Names,
        over: Over,
        dims: impl IntoIterator<Item = &'d Dim>,
        parts: &[Term],
    ) -> Self {
        let mut all = Self { over, list: vec![], who: Substitution::new() };
        for d in dims {
            let fresh = |var: LaunchVar| names.position(d.name(var.name()), var, d.axis);
            let one = all.iterator(launch, d, parts, fresh);
            all.list.push(one);
        }
        all
    }

    /// All threads of the group, as seen by the generic one.
    pub fn others(launch: &Launch, names: &mut Names) -> Self {
        let mut all = Self { over: Over::Threads, list: vec![], who: Substitution::new() };
        for d in &launch.dims {
            let fresh = |var: LaunchVar| names.position(format!("{}'", d.name(var.name())), var, d.axis);
            let one = all.iterator(launch, d, &[], fresh);
            all.list.push(one);
        }
        all
    }

    fn iterator(
        &mut self,
        l: &Launch,
        d: &Dim,
        parts: &[Term],
        mut fresh: impl FnMut(LaunchVar) -> Symbol,
    ) -> Iterator {
        let upto = |b: &Symbol, n: Term| term::within(term::int(0), term::constant(b), n);
        let gsize = term::constant(&d.gsize);
        let (binders, range) = match self.over {
            Over::Groups => {
                let g = fresh(LaunchVar::Gid);
                l.move_group(d, &term::constant(&g), &mut self.who);
                let range = upto(&g, l.ngroups(d));
                (vec![g], range)
            }
            Over::Launch if !l.one_group && only_tid(d, parts) => {
                // `tid` numbers the threads of the launch: one linear binder instead of two and a product.
                let t = fresh(LaunchVar::Tid);
                let thread = term::constant(&t);
                let rest = term::modulo(thread.clone(), gsize.clone());
                self.who.insert(&d.tid, thread.clone());
                self.who.insert(&d.lid, rest.clone());
                self.who.insert(&d.gid, term::div(thread.clone(), gsize));
                self.who.insert(&d.gbase, term::sub(thread, rest));
                let range = upto(&t, term::constant(&d.tcount));
                (vec![t], range)
            }
            Over::Launch if !l.one_group => {
                let (g, u) = (fresh(LaunchVar::Gid), fresh(LaunchVar::Lid));
                let (group, thread) = (term::constant(&g), term::constant(&u));
                l.move_group(d, &group, &mut self.who);
                self.who.insert(&d.lid, thread.clone());
                self.who.insert(&d.tid, term::add([d.base(&group), thread]));
                let range = term::and([upto(&g, l.ngroups(d)), upto(&u, gsize)]);
                (vec![g, u], range)
            }
            Over::Threads | Over::Launch => {
                let u = fresh(LaunchVar::Lid);
                l.move_thread(d, &term::constant(&u), &mut self.who);
                let range = upto(&u, gsize);
                (vec![u], range)
            }
        };
        Iterator { dim: d.clone(), binders, range }
    }

    /// All binders.
    pub fn binders(&self) -> Vec<Symbol> {
        self.list.iter().flat_map(|i| i.binders.iter().cloned()).collect()
    }

    /// The binders name a member.
    pub fn range(&self) -> Term {
        term::and(self.list.iter().map(|i| i.range.clone()))
    }

    /// What is true of the generic member, said of all: `∀ binders. range ⇒ fact`. Dimensions in which the fact does not
    /// depend on the member are left out, if it depends on it in another: each has a first position.
    pub fn for_all(&self, fact: &Term) -> Term {
        let named: Vec<&Iterator> = self.list.iter().filter(|i| i.dim.in_term(self.over, fact)).collect();
        let used = if named.is_empty() { self.list.iter().collect() } else { named };
        let range = term::and(used.iter().map(|i| i.range.clone()));
        let binders = used.iter().flat_map(|i| i.binders.iter().cloned()).collect();
        term::forall(binders, term::implies(range, term::substitute(fact, &self.who)))
    }
}

/// Whether terms speak of the thread's position in the launch, and of its group and its position there not otherwise.
pub fn only_tid(d: &Dim, parts: &[Term]) -> bool {
    !parts.iter().any(|t| mentions(t, &[&d.lid, &d.gid, &d.gbase]))
}

/// The first member of a level in one dimension, in place of the generic one.
pub fn first(launch: &Launch, over: Over, d: &Dim, who: &mut Substitution) {
    let zero = term::int(0);
    match over {
        Over::Threads => launch.move_thread(d, &zero, who),
        Over::Groups => launch.move_group(d, &zero, who),
        Over::Launch => d.member(over).into_iter().for_each(|s| who.insert(s, zero.clone())),
    }
}

/// How many members a level has in these dimensions.
pub fn how_many<'d>(launch: &Launch, over: Over, dims: impl IntoIterator<Item = &'d Dim>) -> Term {
    let count = |d: &Dim| match over {
        Over::Threads => term::constant(&d.gsize),
        Over::Groups => launch.ngroups(d),
        Over::Launch => term::constant(&d.tcount),
    };
    dims.into_iter().map(count).fold(term::int(1), term::mul)
}

/// A position of a thread or group in one dimension of the launch, and its value.
pub type Position = (LaunchVar, Axis, Term);

/// The generic member of a level and another one.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What holds of the generic one.
    pub mine: Vec<Term>,
    /// Replaces it by the other.
    pub by: Substitution,
    /// What holds of the other.
    pub theirs: Vec<Term>,
    /// They differ in some dimension.
    pub different: Term,
    /// Positions of the other.
    pub positions: Vec<Position>,
}

impl Pair {
    /// Two arbitrary members of a level.
    pub fn new(l: &Launch, names: &mut Names, over: Over) -> Self {
        match over {
            Over::Launch if !l.one_group => Self::of_launch(l, names),
            Over::Groups => Self::of_groups(l, names),
            Over::Threads | Over::Launch => {
                let u = other_thread(l, names);
                Self {
                    mine: l.group_facts().into_iter().chain(l.thread_facts()).collect(),
                    by: l.thread(&u),
                    theirs: vec![l.is_thread(&u)],
                    different: Launch::different(&l.lids(), &u),
                    positions: positions(l, &u),
                }
            }
        }
    }

    fn of_launch(l: &Launch, names: &mut Names) -> Self {
        let (mut by, mut positions, mut different) = (Substitution::new(), Vec::new(), Vec::new());
        for d in &l.dims {
            let mut fresh = |s: &str| skolem(names, format!("{}'", d.name(s)));
            let (g, u) = (fresh("gid"), fresh("lid"));
            let (base, t) = (skolem(names, base_name(d)), skolem(names, format!("{}'", d.name("tid"))));
            by.insert(&d.gid, g.clone());
            by.insert(&d.lid, u.clone());
            by.insert(&d.gbase, base);
            by.insert(&d.tid, t.clone());
            different.push(term::ne(term::constant(&d.tid), t.clone()));
            positions.extend([(LaunchVar::Gid, d.axis, g), (LaunchVar::Lid, d.axis, u), (LaunchVar::Tid, d.axis, t)]);
        }
        let mine: Vec<Term> = l.group_facts().into_iter().chain(l.thread_facts()).collect();
        let theirs = mine.iter().map(|f| term::substitute(f, &by)).collect();
        Self { mine, by, theirs, different: term::or(different), positions }
    }

    fn of_groups(l: &Launch, names: &mut Names) -> Self {
        let (mut by, mut positions, mut different) = (Substitution::new(), Vec::new(), Vec::new());
        for d in &l.dims {
            let g = skolem(names, format!("{}'", d.name("gid")));
            let base = skolem(names, base_name(d));
            by.insert(&d.gid, g.clone());
            by.insert(&d.tid, term::add([base.clone(), term::constant(&d.lid)]));
            by.insert(&d.gbase, base);
            different.push(term::ne(l.gid(d), g.clone()));
            positions.push((LaunchVar::Gid, d.axis, g));
        }
        let mine = l.group_facts();
        let theirs = mine.iter().map(|f| term::substitute(f, &by)).collect();
        Self { mine, by, theirs, different: term::or(different), positions }
    }
}

fn base_name(d: &Dim) -> String {
    format!("{}'*{}", d.name("gid"), d.name("gsize"))
}

fn skolem(names: &mut Names, shown: String) -> Term {
    term::constant(&names.fresh(shown, vec![], Sort::INT, Role::Skolem))
}

/// A second, arbitrary thread of the group, one term a dimension.
pub fn other_thread(l: &Launch, names: &mut Names) -> Vec<Term> {
    l.dims.iter().map(|d| skolem(names, format!("{}'", d.lid.shown()))).collect()
}

/// The positions of a thread of the group.
pub fn positions(l: &Launch, u: &[Term]) -> Vec<Position> {
    // Where there is one group, the position in the group is the one in the launch.
    let var = if l.one_group { LaunchVar::Tid } else { LaunchVar::Lid };
    l.dims.iter().zip(u).map(|(d, u)| (var, d.axis, u.clone())).collect()
}
