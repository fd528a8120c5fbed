//! The symbols of one kernel: launch, scalars, arrays, pure functions.
//!
//! In: a typed program and one of its kernels. Out: the constants that its terms mention, and the facts that hold of
//! them in every launch.

use crate::function::FunctionTable;
use crate::term::{self, Names, Role, Scalar, Sort, Substitution, Symbol, Term};
use std::collections::BTreeSet;
use syntax::typed::{ArrayDecl, ArrayId, Axis, Kernel, LaunchVar, Program, ScalarId, Space};

/// The launch: every thread obligation speaks of one thread `lid` of one group `gid`.
#[derive(Clone, Debug)]
pub struct Launch {
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
    /// Whether the launch has one group by the implicit `kernel requires ngroups == 1`.
    pub one_group: bool,
}

impl Launch {
    fn new(names: &mut Names, one_group: bool) -> Self {
        let mut make = |shown: &str| names.fresh(shown, vec![], Sort::INT, Role::Launch);
        let lid = make(if one_group { "tid" } else { "lid" });
        let gsize = make("gsize");
        let (tid, tcount) = if one_group { (lid.clone(), gsize.clone()) } else { (make("tid"), make("tcount")) };
        Self {
            lid,
            tid,
            gid: make("gid"),
            gbase: make("gid*gsize"),
            gsize,
            ngroups: make("ngroups"),
            tcount,
            one_group,
        }
    }

    /// The term of a reserved name, for the generic thread. In a dimension that the launch does not have, positions are
    /// 0 and sizes are 1.
    pub fn var(&self, var: LaunchVar, axis: Axis) -> Term {
        if axis != Axis::X {
            return match var {
                LaunchVar::Tid | LaunchVar::Gid | LaunchVar::Lid => term::int(0),
                LaunchVar::Tcount | LaunchVar::Gsize | LaunchVar::Ngroups => term::int(1),
            };
        }
        match var {
            LaunchVar::Gid if self.one_group => term::int(0),
            LaunchVar::Ngroups if self.one_group => term::int(1),
            LaunchVar::Tid => term::constant(&self.tid),
            LaunchVar::Gid => term::constant(&self.gid),
            LaunchVar::Lid => term::constant(&self.lid),
            LaunchVar::Tcount => term::constant(&self.tcount),
            LaunchVar::Gsize => term::constant(&self.gsize),
            LaunchVar::Ngroups => term::constant(&self.ngroups),
        }
    }

    /// Replaces the generic thread by thread `u` of the same group.
    pub fn thread(&self, u: &Term) -> Substitution {
        let mut by = Substitution::one(&self.lid, u.clone());
        if !self.one_group {
            by.insert(&self.tid, term::add([term::constant(&self.gbase), u.clone()]));
        }
        by
    }

    /// Replaces the generic thread by thread `u` of group `g`.
    pub fn thread_of_group(&self, g: &Term, u: &Term) -> Substitution {
        let mut by = self.group(g);
        by.insert(&self.lid, u.clone());
        if !self.one_group {
            let base = term::mul(g.clone(), term::constant(&self.gsize));
            by.insert(&self.tid, term::add([base, u.clone()]));
        }
        by
    }

    /// Replaces the generic group by `g`, and the generic thread by the one of that group with the same `lid`.
    pub fn group(&self, g: &Term) -> Substitution {
        if self.one_group {
            return Substitution::new();
        }
        let base = term::mul(g.clone(), term::constant(&self.gsize));
        let mut by = Substitution::one(&self.gid, g.clone());
        by.insert(&self.tid, term::add([base.clone(), term::constant(&self.lid)]));
        by.insert(&self.gbase, base);
        by
    }

    /// `0 <= u < gsize`
    pub fn is_thread(&self, u: &Term) -> Term {
        term::within(term::int(0), u.clone(), term::constant(&self.gsize))
    }

    /// `0 <= g < ngroups`
    pub fn is_group(&self, g: &Term) -> Term {
        term::within(term::int(0), g.clone(), self.var(LaunchVar::Ngroups, Axis::X))
    }

    /// What holds in every launch, of its sizes alone.
    pub fn size_facts(&self) -> Vec<Term> {
        let gsize = term::constant(&self.gsize);
        let mut facts = vec![term::le(term::int(1), gsize.clone())];
        if !self.one_group {
            let (ngroups, tcount) = (term::constant(&self.ngroups), term::constant(&self.tcount));
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
        let (gid, gbase) = (term::constant(&self.gid), term::constant(&self.gbase));
        let (gsize, tcount) = (term::constant(&self.gsize), term::constant(&self.tcount));
        vec![
            self.is_group(&gid),
            term::eq(gbase.clone(), term::mul(gid, gsize.clone())),
            term::le(term::int(0), gbase.clone()),
            term::le(term::add([gbase, gsize]), tcount),
        ]
    }

    /// What holds of the generic thread.
    pub fn thread_facts(&self) -> Vec<Term> {
        let lid = term::constant(&self.lid);
        let mut facts = vec![self.is_thread(&lid)];
        if !self.one_group {
            facts.push(term::eq(term::constant(&self.tid), term::add([term::constant(&self.gbase), lid])));
        }
        facts
    }
}

/// Everything that terms of one kernel may mention.
#[derive(Debug)]
pub struct Context<'a> {
    /// The whole program.
    pub program: &'a Program,
    /// The kernel; `None` while a function of the top level is verified.
    pub kernel: Option<&'a Kernel>,
    /// Makes new symbols.
    pub names: Names,
    /// Launch constants.
    pub launch: Launch,
    /// One constant for each scalar.
    pub scalars: Vec<Symbol>,
    /// Values of each array before the kernel: of local memory, a function of the group.
    pub initial: Vec<Symbol>,
    /// Length of each dimension of each array.
    pub lengths: Vec<Vec<Term>>,
    /// Arrays to which the kernel's code writes; all others keep their values throughout.
    pub written: BTreeSet<ArrayId>,
    /// Pure functions.
    pub functions: FunctionTable,
}

impl<'a> Context<'a> {
    /// Symbols for a kernel (or for functions of the top level alone).
    pub fn new(program: &'a Program, kernel: Option<&'a Kernel>) -> Self {
        let mut names = Names::default();
        let launch = Launch::new(&mut names, kernel.is_some_and(|k| !k.mentions_groups));
        let scalars = kernel.map_or(&[][..], |k| &k.scalars);
        let scalars = scalars.iter().map(|s| names.fresh(&s.name.name, vec![], Sort::of(s.ty), Role::Scalar)).collect();
        let arrays = kernel.map_or(&[][..], |k| &k.arrays);
        let per_group =
            |a: &ArrayDecl| if a.space == Space::Local && !launch.one_group { vec![Sort::INT] } else { vec![] };
        let initial =
            arrays.iter().map(|a| names.fresh(&a.name.name, per_group(a), array_sort(a), Role::Memory)).collect();
        let written = kernel.map(|k| crate::syntactic::stored(&k.body)).unwrap_or_default();
        let functions = FunctionTable::new(program, kernel, &mut names);
        Self { program, kernel, names, launch, scalars, initial, lengths: vec![], written, functions }
    }

    /// The array's declaration.
    pub fn array(&self, id: ArrayId) -> Option<&'a ArrayDecl> {
        self.kernel.and_then(|k| k.arrays.get(id.0 as usize))
    }

    /// All arrays of the kernel.
    pub fn arrays(&self) -> Vec<ArrayId> {
        (0..self.initial.len()).map(|n| ArrayId(n as u32)).collect()
    }

    /// Where the array lives.
    pub fn space(&self, id: ArrayId) -> Space {
        self.array(id).map_or(Space::Global, |a| a.space)
    }

    /// Name of the array.
    pub fn array_name(&self, id: ArrayId) -> &'a str {
        self.array(id).map_or("?", |a| &a.name.name)
    }

    /// Lengths of the array, one per dimension.
    pub fn lengths_of(&self, id: ArrayId) -> &[Term] {
        self.lengths.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The constant of a scalar.
    pub fn scalar(&self, id: ScalarId) -> Term {
        self.scalars.get(id.0 as usize).map_or_else(|| term::int(0), term::constant)
    }

    /// The index is inside the array.
    pub fn in_bounds(&self, id: ArrayId, index: &[Term]) -> Term {
        let lengths = self.lengths_of(id);
        term::and(index.iter().zip(lengths).map(|(i, n)| term::within(term::int(0), i.clone(), n.clone())))
    }

    /// An arbitrary location of the array, as one new constant per dimension.
    pub fn fresh_location(&mut self, id: ArrayId) -> Vec<Symbol> {
        let dims = self.array(id).map_or(1, |a| a.dims.len());
        let name = self.array_name(id);
        (0..dims).map(|d| self.names.fresh(location_name(name, dims, d), vec![], Sort::INT, Role::Skolem)).collect()
    }

    /// A new version of the array's values; a function of the thread where `per_thread`.
    pub fn fresh_memory(&mut self, id: ArrayId, per_thread: bool) -> Term {
        let Some(decl) = self.array(id) else { return term::int(0) };
        let params = if per_thread { vec![Sort::INT] } else { vec![] };
        let symbol = self.names.fresh(&decl.name.name, params, array_sort(decl), Role::Memory);
        term::app(&symbol, if per_thread { vec![term::constant(&self.launch.lid)] } else { vec![] })
    }

    /// A new version of the array's values, that all threads of a group share; each group has local memory of its own.
    pub fn fresh_group_memory(&mut self, id: ArrayId) -> Term {
        let Some(decl) = self.array(id) else { return term::int(0) };
        let own = decl.space == Space::Local && !self.launch.one_group;
        let params = if own { vec![Sort::INT] } else { vec![] };
        let symbol = self.names.fresh(&decl.name.name, params, array_sort(decl), Role::Memory);
        self.of_group(&symbol)
    }

    /// A memory symbol, for the generic group where it is a function of the group.
    pub fn of_group(&self, symbol: &Symbol) -> Term {
        term::app(symbol, symbol.params().iter().map(|_| term::constant(&self.launch.gid)).collect())
    }

    /// An arbitrary value of a private variable: a function of the thread, unless all threads of the group agree.
    pub fn fresh_private(&mut self, shown: &str, sort: Sort, uniform: bool) -> Term {
        let params = if uniform { vec![] } else { vec![Sort::INT] };
        let symbol = self.names.fresh(shown, params, sort, Role::Private);
        term::app(&symbol, if uniform { vec![] } else { vec![term::constant(&self.launch.lid)] })
    }

    /// A second, arbitrary thread of the group.
    pub fn other_thread(&mut self) -> Symbol {
        let shown = if self.launch.one_group { "tid'" } else { "lid'" };
        self.names.fresh(shown, vec![], Sort::INT, Role::Skolem)
    }
}

fn location_name(array: &str, dims: usize, dim: usize) -> String {
    if dims == 1 {
        format!("index of {array}")
    } else {
        format!("index {dim} of {array}")
    }
}

fn array_sort(decl: &ArrayDecl) -> Sort {
    let elem = match Sort::of(decl.elem) {
        Sort::Scalar(s) => s,
        Sort::Array { elem, .. } => elem,
    };
    let elem = if elem == Scalar::Real { Scalar::Int } else { elem };
    Sort::Array { dims: u8::try_from(decl.dims.len()).unwrap_or(u8::MAX), elem }
}
