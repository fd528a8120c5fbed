//! Tiles of a group: the threads whose numbers in the group have the same quotient by the size of a tile
//! ([`ir::Among::Tile`]). A warp is a tile of 32 threads.
//!
//! ```text
//! number(t) = x + gsize.x · (y + gsize.y · z)          t and u are in one tile  ⇔  number(t) div n = number(u) div n
//! ```
//!
//! A value that all threads of each tile have in common is a function of the group and of the quotient. So it is one
//! symbol with the quotient as its last argument, and that two threads of a tile have the same value follows from the
//! equality of their quotients.
//!
//! In: the teams of a kernel. Out: the quotient as a term, new values of tiles, and which terms are such values.

use crate::context::Context;
use crate::iterators::{depends, TeamRange};
use crate::teams::Teams;
use crate::term::{self, Role, Sort, Substitution, Term};
use ir::{Among, LaunchVar, Type};

/// The number of threads of the greatest group of CUDA. Quotients by larger numbers are not looked for in terms.
const LARGEST: u32 = 1024;

impl Teams {
    /// The number of the generic thread in its group: x counts fastest, then y, then z.
    pub(crate) fn number(&self) -> Term {
        let axes = self.dims.iter().rev().filter_map(|d| d.axis);
        let mut out = term::int(0);
        for axis in axes {
            let rows = term::mul(out, self.var(LaunchVar::Gsize, axis));
            out = term::add([self.var(LaunchVar::Lid, axis), rows]);
        }
        out
    }

    /// The number of the generic thread's tile in its group, if tiles have `size` threads.
    pub fn tile(&self, size: u32) -> Term {
        term::div(self.number(), term::int(size))
    }

    /// The number of the generic thread in its tile, if tiles have `size` threads.
    pub fn lane(&self, size: u32) -> Term {
        term::modulo(self.number(), term::int(size))
    }

    /// The thread whose index in the first dimension is greater by `away`. The caller knows that its lane is greater by
    /// `away`, too, and in the same tile. `None` if a tile is one thread.
    pub(crate) fn lane_at(&self, size: u32, away: &Term) -> Option<Lane> {
        let mut indices = self.indices(self.innermost);
        let position = self.dims.iter().find_map(|d| d.at(self.innermost)).filter(|_| size > 1)?;
        let moved = |s| term::add([term::constant(s), away.clone()]);
        *indices.first_mut()? = moved(&position.index);
        // The linear number is that of the generic thread and `away`, so no solver has to find out that the numbers of
        // both threads start at the same base.
        let mut by = Substitution::new();
        [&position.index, &position.linear].into_iter().for_each(|s| by.insert(s, moved(s)));
        let (tile, lane) = (self.tile(size), self.lane(size));
        let there = [&tile, &lane].map(|t| term::substitute(t, &by));
        let here = [tile, term::add([lane, away.clone()])];
        Some(Lane { exists: self.is_member(self.innermost, &indices), by, there, here })
    }

    /// How many threads a group has.
    pub fn threads(&self) -> Term {
        self.dims
            .iter()
            .filter_map(|d| d.axis)
            .fold(term::int(1), |n, axis| term::mul(n, self.var(LaunchVar::Gsize, axis)))
    }

    /// The condition that the thread `u` of the group is among the threads that wait for the generic thread.
    pub fn waits_for(&self, among: Among, u: &[Term]) -> Term {
        match among {
            Among::Group => term::bool(true),
            Among::Tile(size) => {
                let own = self.tile(size);
                let theirs = term::substitute(&own, &self.thread(u));
                term::eq(own, theirs)
            }
        }
    }

    /// Whether all threads that wait for each other have the same value. The answer is by syntax: a term of another
    /// form may be such a value, too.
    pub fn same_for(&self, among: Among, t: &Term) -> bool {
        let is_common = |t: &Term| !depends(self, TeamRange::team(self.innermost), t);
        let Among::Tile(size) = among else { return is_common(t) };
        // What the quotient by a multiple of the size determines, the quotient by the size determines.
        let sizes = std::iter::successors(Some(size.max(1)), |n| Some(n * 2)).take_while(|n| *n <= LARGEST);
        is_common(&sizes.fold(t.clone(), |t, n| term::replace(&t, &self.tile(n), &term::int(0))))
    }
}

/// Another thread of the tile of the generic thread.
pub(crate) struct Lane {
    /// The condition that there is such a thread.
    pub(crate) exists: Term,
    /// Replaces the generic thread by this one.
    by: Substitution,
    /// The number of the tile of this thread, and the thread's number in the tile.
    there: [Term; 2],
    /// The same two numbers, computed from those of the generic thread.
    here: [Term; 2],
}

impl Lane {
    /// A term about the generic thread as one about this thread. What the threads of a tile have in common stays the
    /// same term: solvers need not find out that both are in one tile.
    pub(crate) fn of(&self, t: &Term) -> Term {
        let there = term::substitute(t, &self.by);
        self.there.iter().zip(&self.here).fold(there, |t, (there, here)| term::replace(&t, there, here))
    }

    /// The fact that this thread is where the caller says that it is.
    pub(crate) fn together(&self) -> Term {
        term::and(self.there.iter().zip(&self.here).map(|(there, here)| term::eq(there.clone(), here.clone())))
    }
}

impl Context<'_> {
    /// An arbitrary value that all threads which wait for each other have in common.
    pub fn fresh_among(&mut self, shown: &str, ty: Type, among: Among) -> Term {
        let around = self.teams.around();
        let Among::Tile(size) = among else { return self.fresh_private(shown, ty, around) };
        let (mut params, mut members) = (self.teams.params(around), self.teams.members(around));
        params.push(Sort::INT);
        members.push(self.teams.tile(size));
        let symbol = self.names.fresh(shown, params, Sort::of(ty), Role::Private);
        self.ranges.record(&symbol, ty);
        term::app(&symbol, members)
    }
}
