//! The launch: its dimensions, and what is known of its groups and threads.
//!
//! Each dimension has symbols of its own for the generic thread and the generic group, and sizes of its own; a thread is
//! a tuple with one position a dimension. So whatever is said here is said once for each dimension, and the number of
//! dimensions appears nowhere.
//!
//! In: how many dimensions there are. Out: symbols, the facts that hold of them in every launch, and the substitutions
//! that speak of another thread or group.

use crate::term::{self, Names, Role, Sort, Substitution, Symbol, Term};
use ir::{Axis, Dims, LaunchVar};

/// One dimension of the launch. Every thread obligation speaks of one thread `lid` of one group `gid`.
#[derive(Clone, Debug)]
pub struct Dim {
    /// Which one.
    pub axis: Axis,
    /// Thread within its group, `[0, gsize)`.
    pub lid: Symbol,
    /// Thread within the launch; `gbase + lid`. Equal to `lid` where the launch has one group.
    pub tid: Symbol,
    /// Group within the launch.
    pub gid: Symbol,
    /// First `tid` of the group: `gid * gsize`.
    pub gbase: Symbol,
    /// Threads per group.
    pub gsize: Symbol,
    /// Groups of the launch.
    pub ngroups: Symbol,
    /// Threads of the launch.
    pub tcount: Symbol,
    /// What follows a name in this dimension: nothing where there is one dimension.
    suffix: &'static str,
}

/// The launch: its dimensions, at least one.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The dimensions, in order.
    pub dims: Vec<Dim>,
    /// Whether the launch has one group by the implicit `kernel requires ngroups == 1`.
    pub one_group: bool,
}

impl Dim {
    fn new(names: &mut Names, axis: Axis, suffix: &'static str, one_group: bool) -> Self {
        let mut make = |shown: &str| names.fresh(named(shown, suffix), vec![], Sort::INT, Role::Launch);
        let lid = make(if one_group { "tid" } else { "lid" });
        let gsize = make("gsize");
        let (tid, tcount) = if one_group { (lid.clone(), gsize.clone()) } else { (make("tid"), make("tcount")) };
        Self {
            axis,
            lid,
            tid,
            gid: make("gid"),
            gbase: make("gid*gsize"),
            gsize,
            ngroups: make("ngroups"),
            tcount,
            suffix,
        }
    }

    /// A name in this dimension: `lid`, or `lid.y` where there are several.
    pub fn name(&self, shown: &str) -> String {
        named(shown, self.suffix)
    }

    /// `g * gsize`
    pub(crate) fn base(&self, g: &Term) -> Term {
        term::mul(g.clone(), term::constant(&self.gsize))
    }
}

fn named(shown: &str, suffix: &str) -> String {
    shown.split('*').map(|part| format!("{part}{suffix}")).collect::<Vec<_>>().join("*")
}

impl Launch {
    /// Symbols of a launch.
    pub fn new(names: &mut Names, dims: Dims, one_group: bool) -> Self {
        Self { dims: dims.axes().iter().map(|a| Dim::new(names, *a, dims.suffix(*a), one_group)).collect(), one_group }
    }

    /// The term of a reserved name, for the generic thread. In a dimension that the launch does not have, positions are
    /// 0 and sizes are 1.
    pub fn var(&self, var: LaunchVar, axis: Axis) -> Term {
        let Some(d) = self.dims.iter().find(|d| d.axis == axis) else {
            return match var {
                LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => term::int(0),
                LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups => term::int(1),
            };
        };
        match var {
            LaunchVar::Gid => self.gid(d),
            LaunchVar::Ngroups => self.ngroups(d),
            LaunchVar::Tid => term::constant(&d.tid),
            LaunchVar::Lid => term::constant(&d.lid),
            LaunchVar::Tcount => term::constant(&d.tcount),
            LaunchVar::Gsize => term::constant(&d.gsize),
        }
    }

    /// The generic group in one dimension: 0 where there is one group.
    pub(crate) fn gid(&self, d: &Dim) -> Term {
        if self.one_group {
            term::int(0)
        } else {
            term::constant(&d.gid)
        }
    }

    /// How many groups there are in one dimension.
    pub(crate) fn ngroups(&self, d: &Dim) -> Term {
        if self.one_group {
            term::int(1)
        } else {
            term::constant(&d.ngroups)
        }
    }

    /// The generic thread within its group, one term a dimension: arguments of what is a function of the thread.
    pub fn lids(&self) -> Vec<Term> {
        self.dims.iter().map(|d| term::constant(&d.lid)).collect()
    }

    /// The generic group, one term a dimension: arguments of what is a function of the group.
    pub fn gids(&self) -> Vec<Term> {
        self.dims.iter().map(|d| term::constant(&d.gid)).collect()
    }

    /// Parameters of what is a function of the thread or of the group: one position a dimension.
    pub fn params(&self) -> Vec<Sort> {
        vec![Sort::INT; self.dims.len()]
    }

    /// Whether a term is a position of the generic thread or group.
    pub(crate) fn is_position(&self, t: &Term) -> bool {
        t.as_app().is_some_and(|a| self.dims.iter().any(|d| [&d.lid, &d.tid, &d.gid].contains(&a)))
    }

    /// Whether a term is a position of the generic group.
    pub(crate) fn is_group(&self, t: &Term) -> bool {
        t.as_app().is_some_and(|a| self.dims.iter().any(|d| d.gid == *a))
    }

    /// Replaces the generic thread by thread `u` of the same group.
    pub fn thread(&self, u: &[Term]) -> Substitution {
        let mut by = Substitution::new();
        for (d, u) in self.dims.iter().zip(u) {
            self.move_thread(d, u, &mut by);
        }
        by
    }

    /// In one dimension only.
    pub(crate) fn move_thread(&self, d: &Dim, u: &Term, by: &mut Substitution) {
        by.insert(&d.lid, u.clone());
        if !self.one_group {
            by.insert(&d.tid, term::add([term::constant(&d.gbase), u.clone()]));
        }
    }

    /// Replaces the generic group by `g`, and the generic thread by the one of that group with the same `lid`.
    pub fn group(&self, g: &[Term]) -> Substitution {
        let mut by = Substitution::new();
        for (d, g) in self.dims.iter().zip(g) {
            self.move_group(d, g, &mut by);
        }
        by
    }

    /// In one dimension only.
    pub(crate) fn move_group(&self, d: &Dim, g: &Term, by: &mut Substitution) {
        if !self.one_group {
            let base = d.base(g);
            by.insert(&d.gid, g.clone());
            by.insert(&d.tid, term::add([base.clone(), term::constant(&d.lid)]));
            by.insert(&d.gbase, base);
        }
    }

    /// `0 <= u < gsize` in each dimension.
    pub fn is_thread(&self, u: &[Term]) -> Term {
        let within = |(d, u): (&Dim, &Term)| term::within(term::int(0), u.clone(), term::constant(&d.gsize));
        term::and(self.dims.iter().zip(u).map(within))
    }

    /// `t` and `u` differ in some dimension.
    pub fn different(t: &[Term], u: &[Term]) -> Term {
        term::or(t.iter().zip(u).map(|(t, u)| term::ne(t.clone(), u.clone())))
    }

    /// What holds in every launch, of its sizes alone.
    pub fn size_facts(&self) -> Vec<Term> {
        self.dims.iter().flat_map(|d| self.sizes_of(d)).collect()
    }

    fn sizes_of(&self, d: &Dim) -> Vec<Term> {
        let gsize = term::constant(&d.gsize);
        let mut facts = vec![term::le(term::int(1), gsize.clone())];
        if !self.one_group {
            let (ngroups, tcount) = (term::constant(&d.ngroups), term::constant(&d.tcount));
            facts.push(term::le(term::int(1), ngroups.clone()));
            facts.push(term::le(gsize.clone(), tcount.clone()));
            facts.push(term::eq(tcount, term::mul(ngroups, gsize)));
        }
        facts
    }

    /// What holds of the generic group; the last facts follow from the others, and spare the solver a product.
    pub fn group_facts(&self) -> Vec<Term> {
        if self.one_group {
            return vec![];
        }
        self.dims.iter().flat_map(|d| self.group_in(d)).collect()
    }

    fn group_in(&self, d: &Dim) -> Vec<Term> {
        let (gid, gbase) = (term::constant(&d.gid), term::constant(&d.gbase));
        let (gsize, tcount) = (term::constant(&d.gsize), term::constant(&d.tcount));
        vec![
            term::within(term::int(0), gid.clone(), self.ngroups(d)),
            term::eq(gbase.clone(), d.base(&gid)),
            term::le(term::int(0), gbase.clone()),
            term::le(term::add([gbase, gsize]), tcount),
        ]
    }

    /// What holds of the generic thread.
    pub fn thread_facts(&self) -> Vec<Term> {
        self.dims.iter().flat_map(|d| self.thread_in(d)).collect()
    }

    fn thread_in(&self, d: &Dim) -> Vec<Term> {
        let lid = term::constant(&d.lid);
        let mut facts = vec![term::within(term::int(0), lid.clone(), term::constant(&d.gsize))];
        if !self.one_group {
            facts.push(term::eq(term::constant(&d.tid), term::add([term::constant(&d.gbase), lid])));
        }
        facts
    }
}
